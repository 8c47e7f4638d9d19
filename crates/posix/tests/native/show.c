/* show CONFIG INPUTS: starts the model with the configuration and the inputs in two files, and says what the program would find: arguments,
   environment, standard input, and every file of the working directory, one a line, bytes as hexadecimal digits.

   INPUTS holds for each input a line with its name, and one with its bytes as hexadecimal digits. */
#define _GNU_SOURCE
#include "externals.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

extern unsigned long __homing_config_size;

static void show(const char *kind, const void *bytes, size_t n)
{
	printf("%s ", kind);
	for (size_t i = 0; i < n; i++)
		printf("%02x", ((const unsigned char *)bytes)[i]);
	printf("\n");
}

static void read_inputs(const char *path)
{
	static char name[600], hex[1200];
	unsigned char bytes[512];
	FILE *f = fopen(path, "r");
	while (f && fgets(name, sizeof name, f) && fgets(hex, sizeof hex, f)) {
		size_t n = 0;
		name[strcspn(name, "\n")] = 0;
		for (const char *p = hex; sscanf(p, "%2hhx", &bytes[n]) == 1; p += 2)
			n++;
		test_input(strdup(name), bytes, n);
	}
}

static void show_contents(const char *kind, long fd)
{
	static char bytes[4096];
	long total = 0, n;
	while ((n = __homing_syscall(SYS_read, fd, (long)bytes + total, 100, 0, 0, 0)) > 0)
		total += n;
	show(kind, bytes, (size_t)total);
}

static void show_folder(void)
{
	static char entries[1 << 15];
	long fd = __homing_syscall(SYS_open, (long)".", O_RDONLY, 0, 0, 0, 0);
	long n = __homing_syscall(SYS_getdents64, fd, (long)entries, sizeof entries, 0, 0, 0);
	for (long at = 0; at < n;) {
		struct dirent64 *e = (struct dirent64 *)(entries + at);
		struct stat st;
		at += e->d_reclen;
		if (e->d_name[0] == '.')
			continue;
		show("name", e->d_name, strlen(e->d_name));
		__homing_syscall(SYS_lstat, (long)e->d_name, (long)&st, 0, 0, 0, 0);
		printf("mode %o\n", st.st_mode);
		if (S_ISREG(st.st_mode))
			show_contents("file", __homing_syscall(SYS_open, (long)e->d_name, O_RDONLY, 0, 0, 0, 0));
		if (S_ISLNK(st.st_mode)) {
			char to[100];
			long length = __homing_syscall(SYS_readlink, (long)e->d_name, (long)to, sizeof to, 0, 0, 0);
			show("link", to, (size_t)length);
		}
	}
}

int main(int argc, char **argv)
{
	char **vector;
	FILE *f = argc == 3 ? fopen(argv[1], "r") : NULL;
	if (!f)
		return 2;
	__homing_config_size = fread(__homing_config, 1, 1 << 16, f);
	read_inputs(argv[2]);
	int count = __homing_boot(&vector);
	for (int i = 0; i < count; i++)
		show("argument", vector[i], strlen(vector[i]));
	for (char **e = vector + count + 1; *e; e++)
		show("environment", *e, strlen(*e));
	show_contents("input", 0);
	show_folder();
	return 0;
}
