// Functions that the C library inside the engine cannot be said to have as the machine's own has them: each call is a loss by name.
// homing: reach ! @never -- -DCALL=regcomp(&r,"a(b|c)*",REG_EXTENDED)+regexec(&r,"abc",2,m,0) => UNKNOWN "regexec"
// homing: reach ! @never -- -DCALL=regcomp(&r,"(a)\\1",0) => UNKNOWN "regcomp"
// homing: reach ! @never -- -DCALL=fnmatch("[a","b",0) => UNKNOWN "fnmatch"
// homing: reach ! @never -- -DCALL=(long)iconv_open("UTF-8","LATIN1") => UNKNOWN "iconv_open"
// homing: reach ! @never -- -DCALL=(long)setlocale(LC_ALL,"de_DE.UTF-8") => UNKNOWN "setlocale"
// homing: reach ! @never -- -DCALL=(long)localtime(&t) => UNKNOWN "the time zone of the machine"
// homing: reach ! @never -- -DCALL=(int)strftime(text,20,"%k",gmtime(&t)) => UNKNOWN "strftime"
// homing: reach ! @never -- -DCALL=(long)strptime("5","%d",gmtime(&t)) => UNKNOWN "strptime"
// homing: reach ! @never -- -DCALL=snprintf(text,20,"%y") => UNKNOWN "printf"
// homing: reach ! @never -- -DCALL=(int)sin(two) => UNKNOWN "the last bit of `sin`"
// homing: reach ! @never -- -DCALL=(int)powf(two,0.3f) => UNKNOWN "the last bit of `powf`"
// homing: reach ! @never -- -DCALL=fesetround(FE_UPWARD) => UNKNOWN "fesetround"
// homing: reach ! @never -- -DCALL=fetestexcept(FE_INEXACT) => UNKNOWN "fetestexcept"
// homing: reach ! @never -- -DCALL=feenableexcept(FE_DIVBYZERO) => UNKNOWN "feenableexcept"
// homing: reach ! @never -- -DCALL=(int)pow(two,10)+(int)exp2(two)+(int)sqrt(two)+(int)floor(two)+fegetround()+fesetround(FE_TONEAREST)+(setlocale(LC_ALL,"")!=0) => UNREACHABLE
// homing: reach ! @never -- -DCALL=regcomp(&r,"^a[bc]*",0)+regexec(&r,"abc",0,0,0)+fnmatch("a*b?",text,0)+(int)strftime(text,20,"%Y",gmtime(&t)) => UNREACHABLE
#define _GNU_SOURCE
#include <fenv.h>
#include <fnmatch.h>
#include <iconv.h>
#include <locale.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <time.h>
int main(void) {
  volatile double two = 2;
  char text[20] = "";
  regex_t r;
  regmatch_t m[2];
  time_t t = 0;
  int got = CALL;
  if (got == 123456)
    return 1; // <never>
  return 0;
}
