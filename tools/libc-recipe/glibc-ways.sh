# shellcheck shell=bash
# Where musl and the GNU library differ and programs can tell, the GNU library's way: that is what native runs have. Part of tools/libc,
# which has `fail` and the compiler. crates/homing/tests/host.rs compares the two, function by function.

# Files of our own: add_glibc_ways RECIPE SOURCE WORK
add_glibc_ways() {
  local recipe=$1 source=$2 work=$3
  cp "$recipe/getopt.c" "$source/src/misc/getopt.c"
  cp "$recipe/texts.c" "$source/src/errno/strerror.c"
  cp "$recipe/fenv.c" "$source/src/fenv/fenv.c"
  mkdir "$source/src/homing"
  cp "$recipe/math.c" "$recipe/regex.c" "$recipe/wctype.c" "$source/src/homing/"
  # Texts of errors and signals are those of the machine's own library.
  { "$clang" -w "$recipe/host.c" -o "$work/host" && "$work/host" >"$source/src/errno/host-texts.h"; } ||
    fail "a small program could not be compiled and run for this machine (is there a C library to develop with, libc6-dev?)"
}

# Edits a file with sed; each edit must find its place.
change() {
  local file=$1 edit
  shift
  for edit; do
    cp "$file" "$file.before"
    sed -i -e "$edit" "$file"
    cmp -s "$file" "$file.before" && fail "musl's $file is not as it was: $edit"
    rm "$file.before"
  done
}

loss='1i void __homing_loss(const char *);'

change_to_glibc_ways() {
  rm src/misc/getopt_long.c src/string/{strerror_r,strsignal}.c
  rm src/fenv/{fegetexceptflag,fesetexceptflag,feholdexcept,fesetround,feupdateenv}.c
  # Functions that Homing's own small library has: order of equal elements, numbers at random, checks of what is copied.
  rm src/stdlib/{qsort,qsort_nr,bsearch}.c src/prng/{rand,random,rand_r}.c
  rm src/string/{memcmp,bcmp,strcpy,stpcpy,strncpy,stpncpy,strcat,strncat,strtok,strtok_r,strcasestr}.c
  rm src/math/{sqrt,fmod,sincos}{,f,l}.c
  # The tables of <ctype.h>'s macros.
  rm src/ctype/__ctype_{b,tolower,toupper}_loc.c
  # Of these the recipe has its own.
  rm src/ctype/isw{alnum,alpha,blank,cntrl,digit,graph,lower,print,punct,space,upper,xdigit}.c src/ctype/{towctrans,wcwidth,wcswidth}.c
  rm src/string/strverscmp.c src/misc/getsubopt.c
  mathematics
  characters
  locales
  streams
  others
}

# Functions of <math.h> behind which the recipe's math.c stands, and those that only look as if they asked about exceptions.
mathematics() {
  local name format
  sed -i '/^weak_alias(\(exp10\|remainder\)/d' src/math/*.c
  for name in sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p cbrt erf erfc tgamma lgamma \
    pow hypot atan2 ldexp scalbn scalbln remainder fdim nextafter nexttoward ilogb sqrt; do
    for format in '' f l; do echo "#define $name$format __plain_$name$format"; done
  done >src/homing/math-names.h
  for name in j0 j1 y0 y1 jn yn; do
    for format in '' f; do echo "#define $name$format __plain_$name$format"; done
  done >>src/homing/math-names.h
  for name in lgamma_r lgammaf_r lgammal_r drem dremf pow10 pow10f pow10l sincos sincosf sincosl; do
    echo "#define $name __plain_$name"
  done >>src/homing/math-names.h
  for name in fetestexcept feclearexcept feraiseexcept fesetround feholdexcept feupdateenv fesetenv fegetround; do
    echo "#define $name __quiet_$name"
  done >>src/homing/math-names.h
}

# The "C" locale has bytes up to 127 alone.
characters() {
  local same='s/^\treturn c;/\treturn c >= -128 \&\& c < -1 ? c + 256 : c;/'
  change src/ctype/toupper.c "$same"
  change src/ctype/tolower.c "$same"
  local refuse='s/if (MB_CUR_MAX==1) return (\*wc = CODEUNIT(\*s)), 1;/if (MB_CUR_MAX==1) goto ilseq;/'
  change src/multibyte/mbtowc.c "$refuse" 's/if (!n) goto ilseq;/if (!*s) { if (wc) *wc = 0; return 0; }\n\tif (!n) return -1;/'
  change src/multibyte/mbrtowc.c "$refuse"
  change src/multibyte/btowc.c 's/^\tint b = .*/\tif (c < -128 || c > 255 || c == EOF) return WEOF;\n&/' 's/(MB_CUR_MAX==1 && c!=EOF) ? CODEUNIT(c) : WEOF/WEOF/'
  change src/multibyte/internal.h 's/#define IS_CODEUNIT(c) .*/#define IS_CODEUNIT(c) 0/'
  change src/multibyte/mbsrtowcs.c \
    's/if (!ws) return strlen((const char \*)s);/if (!ws) { for (wn = 0; s[wn]; wn++) if (s[wn] > 127) { errno = EILSEQ; return -1; } return wn; }/' \
    's/\*ws++ = CODEUNIT(c);/if (c > 127) { *src = (const void *)(s-1); errno = EILSEQ; return -1; } *ws++ = c;/'
}

locales() {
  change src/locale/locale_map.c 's/(val = "C.UTF-8");/(val = "C");/' "$loss" \
    's/^\tif (builtin) {/\tif (strcmp(val, "C") \&\& strcmp(val, "POSIX")) __homing_loss("a locale other than that of C (`setlocale`)");\n\tif (!builtin) return LOC_MAP_FAILED;\n&/'
  change src/locale/setlocale.c 's/if ((unsigned)cat > LC_ALL) return 0;/if ((unsigned)cat > LC_ALL) { errno = EINVAL; return 0; }/' '1i #include <errno.h>'
  change src/locale/langinfo.c 's/"ASCII"/"ANSI_X3.4-1968"/' 's/%a %b %e %T %Y/%a %b %e %H:%M:%S %Y/' 's/"0123456789\\0"/"\\0"/' \
    's/if (idx > 0) return "";/return idx == 15 ? "-" : "";/' '/^\t"\\0"$/,/^\t"%H:%M:%S";/{s/"%[^"]*\\0"/"\\0"/;s/"%H:%M:%S";/"";/}'
  change src/locale/iconv.c 's/^iconv_t iconv_open(.*/&\n__IN__/' "$loss" '/^__IN__$/{N;s/__IN__\n{/{\n\t__homing_loss("character sets (`iconv_open`)");/}'
}

# Results and texts of what prints, what is read and how streams are opened.
streams() {
  change src/stdio/puts.c '1i #include <string.h>' \
    's/r = -(fputs(s, stdout) < 0 || putc_unlocked(.*/size_t n = strlen(s);\n\tr = fputs(s, stdout) < 0 || putc_unlocked(10, stdout) < 0 ? -1 : n+1 > 0x7fffffff ? 0x7fffffff : (int)n+1;/'
  change src/stdio/fputs.c 's/return (fwrite(s, 1, l, f)==l) - 1;/return fwrite(s, 1, l, f)==l ? 1 : -1;/'
  # Texts may not be printed over themselves: while something is printed into memory, it is known where.
  change src/stdio/vfprintf.c "$loss" 's/^inval:/&\n\t__homing_loss("a directive of `printf` that is not known");/' \
    's/^\t\t\tp = MAX(p, 2\*sizeof(void\*));/\t\t\tif (!arg.p) { arg.p = "(nil)"; p = -1; goto text; }\n\t\t\tif (fl \& (MARK_POS|PAD_POS)) __homing_loss("`%p` with a sign");/' \
    's/^\t\t\ta = arg.p ? arg.p : "(null)";/text:\n\t\t\tif (!arg.p) arg.p = p >= 0 \&\& p < 6 ? "" : "(null)";\n\t\t\ta = arg.p;/' \
    's/^\t\t\tif (1) a = strerror(errno); else$/\t\t\targ.p = strerror(errno);/' \
    "s/^\t\tcase 'C':\$/&\n\t\t\tif (!arg.i) { *(a=z-(p=1))=0; fl \&= ~ZERO_PAD; break; }/" \
    's/^\t\t\tws = arg.p;$/\t\t\tif (!arg.p) arg.p = p >= 0 \&\& p < 6 ? L"" : L"(null)";\n&/' \
    's/^\t\t\tz = a + strnlen(a, p<0 ? INT_MAX : p);/&\n\t\t\tif (__homing_into \&\& z > a \&\& __homing_same(__homing_into, a)) __homing_apart(__homing_into, cnt + (z-a) + 1 < __homing_room ? cnt + (z-a) + 1 : __homing_room, a, z-a);/' \
    '1i #include <stddef.h>\nint __homing_same(const void *, const void *);\nvoid __homing_apart(const void *, size_t, const void *, size_t);\nchar *__homing_into;\nsize_t __homing_room;'
  change src/stdio/vsnprintf.c '1i #include <stddef.h>\nextern char *__homing_into;\nextern size_t __homing_room;' 's/^\t\*c\.s = 0;$//' \
    's/^\treturn vfprintf(&f, fmt, ap);/\t__homing_into = n ? s : 0;\n\t__homing_room = n;\n\tint r = vfprintf(\&f, fmt, ap);\n\t__homing_into = 0;\n\tif (r < 0) *c.s = 0;\n\treturn r;/'
  # How much room lines are read into.
  change src/stdio/getdelim.c \
    's/^\tif (!\*s) \*n=0;/\tif (!*s || !*n) {\n\t\tif (!(tmp = malloc(120))) {\n\t\t\tFUNLOCK(f);\n\t\t\treturn -1;\n\t\t}\n\t\t*s = tmp;\n\t\t*n = 120;\n\t}/' \
    's/size_t m = i+k+2;/size_t m = i+k+1;/' 's/if (!z && m < SIZE_MAX\/4) m += m\/2;/if (m < 2 * *n) m = 2 * *n;/'
  change src/stdio/getdelim.c 's/^\tif (!n || !s) {/\tif (f->flags \& F_ERR) {\n\t\tFUNLOCK(f);\n\t\treturn -1;\n\t}\n&/'
  change src/stdio/__fdopen.c \
    's/^\t\/\* Allocate FILE+buffer or fail \*\//\tint is = __syscall(SYS_fcntl, fd, F_GETFL), way = is \& O_ACCMODE;\n\tif (is < 0) {\n\t\terrno = -is;\n\t\treturn 0;\n\t}\n\tif (!strchr(mode, 43) ? *mode == 114 ? way == O_WRONLY : way == O_RDONLY : way != O_RDWR) {\n\t\terrno = EINVAL;\n\t\treturn 0;\n\t}\n&/'
  change src/stdio/__towrite.c '1i #include <errno.h>' 's/^\t\tf->flags |= F_ERR;/&\n\t\terrno = EBADF;/'
  change src/stdio/__toread.c '1i #include <errno.h>' 's/^\t\tf->flags |= F_ERR;/&\n\t\terrno = EBADF;/'
  change src/stdio/ungetc.c "$loss" 's/^\tFLOCK(f);/&\n\tif (f->flags \& F_NORD) __homing_loss("`ungetc` to a stream that cannot be read");/'
}

others() {
  local name
  # Another stream may be opened for it, and that may fail.
  change src/stdio/perror.c '1i void __homing_assumed(void *, unsigned long, const char *);' \
    's/^\tFUNLOCK(f);/&\n\t__homing_assumed(\&errno, sizeof errno, "`errno` behind `perror`");/'
  change src/stdio/fmemopen.c "$loss" 's/^\tif (len > rem) len = rem;/\tif (len > rem) {\n\t\t__homing_loss("more is written than a stream to memory has room for (`fmemopen`)");\n\t\tlen = rem;\n\t}/'
  for name in regcomp regexec regerror fnmatch; do sed -i "1i #define $name __plain_$name" "src/regex/$name.c"; done
  change src/stdio/open_memstream.c "$loss" 's/^static off_t ms_seek(.*/&\n__IN__/' '/^__IN__$/{N;s/__IN__\n{/{\n\tif (off || whence != SEEK_CUR) __homing_loss("a place in a stream to memory (`open_memstream`)");/}'
  change src/misc/basename.c 's/^char \*basename(/char *__xpg_basename(/' \
    's/^weak_alias.*/char *basename(const char *s)\n{\n\tchar *p = strrchr(s, 47);\n\treturn p ? p+1 : (char *)s;\n}/' 's/#include <libgen.h>//'
  rm src/stdlib/{atoi,atol,atoll}.c
  change src/stdio/vswprintf.c "$loss" 's/^\treturn r>=n ? -1 : r;/\tif (r >= n) __homing_loss("what `swprintf` leaves where there is no room");\n&/'
  change src/stdio/vswscanf.c "$loss" 's/^\tif (k==(size_t)-1) {/&\n\t\t__homing_loss("characters beyond ASCII in `swscanf`");/'
  change src/internal/floatscan.c "$loss" 's/^\t\t\t\tshlim(f, 0);/&\n\t\t\t\tif (!pok) __homing_loss("a broken floating-point number in `scanf`");/' \
    's/^\t\t\tshlim(f, 0);/&\n\t\t\t__homing_loss("a broken floating-point number in `scanf`");/'
  change src/string/wcstok.c '1i #include <errno.h>' 's/^\tif (!s && !(s = \*p)) return NULL;/\tif (!s \&\& !(s = *p)) { errno = EINVAL; return NULL; }/'
  change src/misc/a64l.c 's/return (int32_t)x;/return x;/'
  change src/stdlib/ecvt.c "$loss" 's/^\tchar tmp\[32\];/&\n\t__homing_loss("`ecvt`");/'
  change src/stdlib/fcvt.c "$loss" 's/^\tint i, lz;/&\n\t__homing_loss("`fcvt`");/' "s/if (tmp\[i\] == '0') lz/if (tmp[i] == '0' \&\& !tmp[i+1]) lz = 0;\n\telse if (tmp[i] == '0') lz/"
  change src/time/__tz.c "$loss" 's/^\tif (!s) s = "\/etc\/localtime";/\tif (!s) __homing_loss("the time zone of the machine");\n&/'
  change src/time/gmtime_r.c 's/tm->__tm_zone = __utc;/tm->__tm_zone = "GMT";/'
  change src/time/timegm.c 's/tm->__tm_zone = __utc;/tm->__tm_zone = "GMT";/'
  change src/time/__tz.c 's/if (p != __utc /if (strcmp(p, "GMT") \&\& p != __utc /'
  change src/time/strftime.c "$loss" 's/^\tdefault:$/&\n\t\t__homing_loss("a directive of `strftime` that is not known");/'
  change src/time/strftime.c "s/^\t\tif (\*f == 'E' || \*f == 'O') f++;/\t\tif ((*f == 'E' \&\& (!f[1] || !strchr(\"cCxXyY\", f[1]))) || (*f == 'O' \&\& (!f[1] || !strchr(\"deHImMSuUVwWy\", f[1])))) __homing_loss(\"a directive of \`strftime\` that is not known\");\n&/"
  change src/time/strptime.c "$loss" 's/^\tint i, w, neg, adj, min, range, \*dest, dummy;/&\n\t__homing_loss("`strptime`");/'
}
