// Of a file, what the flags say is known; what nobody said is not.
// homing: reach ! --sym-files 1 4 @directory @large -- => UNREACHABLE, UNREACHABLE
// homing: reach ! --sym-files 1 4 @root -- -DOWNER => UNKNOWN "owners and times of files"
// homing: reach ! --sym-files 1 4 @root -- -DTERMINAL => UNKNOWN "no descriptor is a terminal"
// homing: reach ! --sym-files 1 4 @root -- -DOTHER => UNKNOWN "outside of the working folder"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat st;
  printf("looking\n");
  if (stat("A", &st))
    return 1;
  if (S_ISDIR(st.st_mode))
    return 2; // <directory>
  if (st.st_size > 4)
    return 3; // <large>
#if defined OWNER
  if (st.st_uid == 0)
#elif defined TERMINAL
  if (isatty(1))
#elif defined OTHER
  if (open("/etc/passwd", O_RDONLY) >= 0)
#else
  if (0)
#endif
    return 4; // <root>
  return 0;
}
