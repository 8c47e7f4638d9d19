// Functions that the C library inside the engine cannot be said to have as the machine's own has them: each call is a loss by name.
// homing: reach ! @never -- -DCALL=regcomp(&r,"a(b|c)*",REG_EXTENDED)+regexec(&r,"abc",2,m,0) => UNKNOWN "regexec"
// homing: reach ! @never -- -DCALL=regcomp(&r,"(a)\\1",0) => UNKNOWN "regcomp"
// homing: reach ! @never -- -DCALL=fnmatch("[a","b",0) => UNKNOWN "fnmatch"
// homing: reach ! @never -- -DCALL=(long)iconv_open("UTF-8","LATIN1") => UNKNOWN "iconv_open"
// homing: reach ! @never -- -DCALL=(long)setlocale(LC_ALL,"de_DE.UTF-8") => UNKNOWN "setlocale"
// homing: reach ! @never -- -DCALL=(long)localtime(&t) => UNKNOWN "the time zone of the machine"
// homing: reach ! @never --env TZ=EST5EDT -- -DCALL=(long)localtime(&t) => UNKNOWN "whose rules are the machine's"
// homing: reach ! @never --env TZ=Europe/Berlin -- -DCALL=(long)localtime(&t) => UNKNOWN "a time zone that is written in an odd way"
// homing: reach ! @never --env TZ=A5 -- -DCALL=(long)localtime(&t) => UNKNOWN "a time zone that is written in an odd way"
// homing: reach ! @never --env TZ=CET-1CEST,M3.5.0,M10.5.0/3 -- -DCALL=(int)mktime(&gap) => UNKNOWN "mktime"
// homing: reach ! @never --env TZ=CET-1CEST,M3.5.0,M10.5.0/3 -- -DCALL=localtime(&t)->tm_hour+(int)mktime(&summer) => UNREACHABLE
// homing: reach ! @never -- -DCALL=glob("{a,b}",1<<10,0,&g) => UNKNOWN "glob"
// homing: reach ! @never -- -DCALL=glob("a/",0,0,&g) => UNKNOWN "glob"
// homing: reach ! @never -- -DCALL=(int)nan("5") => UNKNOWN "payload"
// homing: reach ! @never -- -DCALL=(int)strtod("nan(5)",0) => UNKNOWN "payload"
// homing: reach ! @never -- -DCALL=(int)__fbufsize(stdin) => UNKNOWN "__fbufsize"
// homing: reach ! @never -- -DCALL=putchar(1)+(int)putwchar(L'a') => UNKNOWN "a stream of bytes"
// homing: reach ! @never -- -DCALL=putchar(1)+wprintf(L"a") => UNKNOWN "a stream of bytes"
// homing: reach ! @never -- -DCALL=(int)putwchar(L'a')+printf("a") => UNKNOWN "a stream of wide characters"
// homing: reach ! @never -- -DCALL=(int)putwchar(L'a')+wprintf(L"%d",5)+(int)putwchar(L'b') => UNREACHABLE
// homing: reach ! @never -- -DCALL=(int)putwchar(0xe9) => UNKNOWN "fputwc"
// homing: reach ! @never -- -DCALL=ungetc('a',stdin)+(int)ftell(stdin) => UNKNOWN "ftell"
// homing: reach ! @never -- -DCALL=sscanf("1","%y",&t) => UNKNOWN "scanf"
// homing: reach ! @never -- -DCALL=(int)confstr(1100,text,20) => UNKNOWN "confstr"
// homing: reach ! @never -- -DCALL=(long)strptime("5","%d",gmtime(&t)) => UNKNOWN "strptime"
// homing: reach ! @never -- -DCALL=snprintf(text,20,"%y") => UNKNOWN "printf"
// homing: reach ! @never -- -DCALL=(int)sin(two) => UNKNOWN "the last bit of `sin`"
// homing: reach ! @never -- -DCALL=(int)powf(two,0.3f) => UNKNOWN "the last bit of `powf`"
// homing: reach ! @never -- -DCALL=fesetround(FE_UPWARD) => UNKNOWN "fesetround"
// homing: reach ! @never -- -DCALL=fetestexcept(FE_INEXACT) => UNKNOWN "fetestexcept"
// homing: reach ! @never -- -DCALL=feenableexcept(FE_DIVBYZERO) => UNKNOWN "feenableexcept"
// homing: reach ! @never -- -DCALL=(int)pow(two,10)+(int)exp2(two)+(int)sqrt(two)+(int)floor(two)+fegetround()+fesetround(FE_TONEAREST)+(setlocale(LC_ALL,"")!=0) => UNREACHABLE
// homing: reach ! @never -- -DCALL=regcomp(&r,"^a[bc]*",0)+regexec(&r,"abc",0,0,0)+fnmatch("a*b?",text,0)+(int)strftime(text,20,"%k%5d%Y",gmtime(&t)) => UNREACHABLE
#define _GNU_SOURCE
#include <fenv.h>
#include <fnmatch.h>
#include <glob.h>
#include <iconv.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
int main(void) {
  volatile double two = 2;
  char text[20] = "";
  regex_t r;
  regmatch_t m[2];
  glob_t g;
  time_t t = 0;
  struct tm gap = {.tm_year = 124, .tm_mon = 2, .tm_mday = 31, .tm_hour = 2, .tm_min = 30, .tm_isdst = -1};
  struct tm summer = {.tm_year = 124, .tm_mon = 6, .tm_mday = 31, .tm_hour = 2, .tm_isdst = -1};
  int got = CALL;
  if (got == 123456)
    return 1; // <never>
  return 0;
}
