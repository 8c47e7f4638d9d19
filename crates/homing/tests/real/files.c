/* Makes, reads, renames and removes files and folders, and tells what each call says. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void told(const char *what, long result) {
  printf("%s: %ld%s%s\n", what, result < 0 ? -1 : result, result < 0 ? " " : "", result < 0 ? strerror(errno) : "");
}

static void list(const char *path) {
  struct dirent **names;
  int n = scandir(path, &names, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    printf(" %s", names[i]->d_name);
    free(names[i]);
  }
  free(names);
  putchar('\n');
}

int main(void) {
  char buffer[32] = "";
  struct stat st;
  told("mkdir", mkdir("d", 0755));
  told("mkdir again", mkdir("d", 0755));
  told("open", open("d/none", O_RDONLY) >= 0);
  int fd = open("d/f", O_RDWR | O_CREAT | O_EXCL, 0640);
  told("write", write(fd, "hello, world", 12));
  told("lseek", lseek(fd, -5, SEEK_END));
  told("read", read(fd, buffer, sizeof buffer));
  printf("<%s>\n", buffer);
  told("ftruncate", ftruncate(fd, 5));
  told("fstat", fstat(fd, &st));
  printf("%ld %o\n", (long)st.st_size, (unsigned)st.st_mode & 07777);
  told("close", close(fd));
  told("close again", close(fd));
  told("symlink", symlink("f", "d/s"));
  told("readlink", readlink("d/s", buffer, sizeof buffer));
  told("rename", rename("d/f", "d/g"));
  told("stat through the link", stat("d/s", &st));
  list("d");
  told("rmdir", rmdir("d"));
  told("unlink", unlink("d/g"));
  told("unlink the link", unlink("d/s"));
  told("rmdir", rmdir("d"));
  list(".");
  return fflush(stdout) == 0 && access("given", R_OK) == 0 ? 7 : 1;
}
