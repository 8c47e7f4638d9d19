/* The parts of a path. */
#include <string.h>

/* Two slashes at the start, and no more, stay two. */
char *dirname(char *path)
{
	size_t end = path ? strlen(path) : 0, start = 0;
	while (path && path[start] == '/') start++;
	while (end > start && path[end - 1] == '/') end--;
	while (end > start && path[end - 1] != '/') end--;
	while (end > start && path[end - 1] == '/') end--;
	if (end > start) {
		path[end] = 0;
		return path;
	}
	if (!start) return ".";
	path[start == 2 ? 2 : 1] = 0;
	return path;
}

/* Slashes at the end are cut off, but a path of slashes alone stays as it is. */
char *__xpg_basename(char *path)
{
	if (!path || !*path) return ".";
	size_t length = strlen(path), end = length;
	while (end && path[end - 1] == '/') end--;
	if (!end) return path + length - 1;
	if (end < length) path[end] = 0;
	while (end && path[end - 1] != '/') end--;
	return path + end;
}

char *basename(const char *path)
{
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : (char *)path;
}
