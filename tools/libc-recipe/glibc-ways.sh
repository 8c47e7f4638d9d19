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
  cp "$recipe"/{ctype,dates,decimals,hexadecimal,inet,integers,math,names,regex,wctype}.c "$source/src/homing/"
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
  change src/ctype/iswctype.c 's/return isw/return !!isw/'
  rm src/string/strverscmp.c src/misc/{getsubopt,dirname,basename}.c
  rm src/ctype/is{alnum,alpha,blank,cntrl,digit,graph,lower,print,punct,space,upper,xdigit}.c
  rm src/time/{strftime,wcsftime,asctime,asctime_r}.c
  rm src/network/{inet_pton,inet_ntop,inet_aton,inet_addr,inet_legacy,ether,hstrerror,gai_strerror}.c
  mathematics
  characters
  locales
  streams
  reading
  printing
  orientation
  numbers
  dates
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
  change src/locale/langinfo.c 's/"yes.0" "no"/"\\0" ""/'
  change src/locale/langinfo.c 's/"ASCII"/"ANSI_X3.4-1968"/' 's/%a %b %e %T %Y/%a %b %e %H:%M:%S %Y/' 's/"0123456789\\0"/"\\0"/' \
    's/if (idx > 0) return "";/return idx == 15 ? "-" : "";/' '/^\t"\\0"$/,/^\t"%H:%M:%S";/{s/"%[^"]*\\0"/"\\0"/;s/"%H:%M:%S";/"";/}'
  change src/locale/iconv.c 's/^iconv_t iconv_open(.*/&\n__IN__/' "$loss" '/^__IN__$/{N;s/__IN__\n{/{\n\t__homing_loss("character sets (`iconv_open`)");/}'
}

# Results and texts of what prints, what is read and how streams are opened.
streams() {
  change src/stdio/puts.c '1i #include <string.h>' \
    's/r = -(fputs(s, stdout) < 0 || putc_unlocked(.*/size_t n = strlen(s);\n\tr = fputs(s, stdout) < 0 || putc_unlocked(10, stdout) < 0 ? -1 : n+1 > 0x7fffffff ? 0x7fffffff : (int)n+1;/'
  change src/stdio/fwrite.c 's/^\tif (!f->wend && __towrite(f)) return 0;/\tif (!l) return 0;\n&/'
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
  # Lines are only written at once to a terminal, which standard output never is; the room is that of a block.
  change src/stdio/stdout.c "s/\.lbf = '.n'/.lbf = -1/" 's/BUFSIZ/4096/'
  change src/stdio/stdin.c 's/BUFSIZ/4096/'
  change src/stdio/__fdopen.c 's/BUFSIZ/4096/'
  # What is written behind what was read goes where reading stopped.
  change src/stdio/__towrite.c 's/^\tf->rpos = f->rend = 0;/\tif (f->rpos != f->rend \&\& f->seek) f->seek(f, f->rpos-f->rend, SEEK_CUR);\n&/'
  change src/stdio/__towrite.c '1i #include <errno.h>' 's/^\t\tf->flags |= F_ERR;/&\n\t\terrno = EBADF;/'
  change src/stdio/__toread.c '1i #include <errno.h>' 's/^\t\tf->flags |= F_ERR;/&\n\t\terrno = EBADF;/'
  change src/stdio/ungetc.c "$loss" 's/^\tFLOCK(f);/&\n\tif (f->flags \& F_NORD) __homing_loss("`ungetc` to a stream that cannot be read");/'
}

# What `scanf` takes, and what it makes of numbers that do not fit.
reading() {
  local file
  for file in src/stdio/vfscanf.c src/stdio/vfwscanf.c; do
    change $file "$loss" 's/^fmt_fail:/&\n\t\t__homing_loss("a directive of `scanf` that is not known");/' \
      's/^\tcase SIZE_ll:/\tcase SIZE_L:\n&/' "s/^\t\tcase 'L':/\t\tcase 'q':\n&/" "s/^\t\tcase 'z':/\t\tcase 'Z':\n&/" \
      "s/&& p\[1\] != ']')\$/\&\& p[1] != ']' \&\& p[-1] <= p[1])/" \
      "s/^\t\tif (\*p=='\*') {/\t\tint suppress = 0, place = *p >= '0' \&\& *p <= '9' \&\& p[1] == '\$' ? *p - '0' : 0;\n\t\tif (place) p += 2;\n\t\tfor (; *p == '*' || *p == '\\\\'' || *p == 'I'; p++) suppress |= *p == '*';\n\t\tif (suppress) {/" \
      's/^\t\t\tdest = 0; p++;/\t\t\tdest = 0;/' \
      "s/^\t\t} else if (isw\?digit(\*p) && p\[1\]=='\$') {/\t\t} else if (place) {/" \
      "s/^\t\t\tdest = arg_n(ap, \*p-'0'); p+=2;/\t\t\tdest = arg_n(ap, place);/"
  done
  change src/stdio/vfscanf.c "/if (t == 'c' && shcnt(f) != width) goto match_fail;/d" \
    "s/__intscan(f, base, 0, ULLONG_MAX)/__intscan(f, base, 0, t == 'd' || t == 'i' ? 0ULL+LLONG_MIN : ULLONG_MAX)/" \
    "s/^\t\tcase 'p':\$/&\n\t\t\tif (!width || width >= 5) {\n\t\t\t\tint nil = 0;\n\t\t\t\tc = shgetc(f);\n\t\t\t\twhile ((nil \&\& nil < 4 ? c|32 : c) == \"(nil)\"[nil] \&\& ++nil < 5) c = shgetc(f);\n\t\t\t\tif (nil == 5) {\n\t\t\t\t\tif (dest) *(void **)dest = 0;\n\t\t\t\t\tbreak;\n\t\t\t\t}\n\t\t\t\tshunget(f);\n\t\t\t\tif (nil) goto match_fail;\n\t\t\t}/" \
    's/^\t\t\ty = __floatscan(f, size, 0);/\t\t\tif (size == SIZE_ll) size = SIZE_L;\n&/'
  change src/stdio/vfwscanf.c "s/if (t == 'c' || !gotmatch) goto match_fail;/if (!gotmatch) goto match_fail;/"
}

# `%a`, and how much room there may be.
printing() {
  change src/stdio/vfprintf.c '1i int __homing_hexadecimal(char *, long double, int, int, int, int, int *);' \
    's/^\ty = frexpl(y, &e2) \* 2;/\tlong double whole = y;\n&/' \
    '/^\t\tif (p<0 || p>=LDBL_MANT_DIG\/4-1) re=0;/,/^\t\testr=fmt_u/{/^\t\testr=fmt_u/!d}' \
    's/^\t\testr=fmt_u(e2<0/\t\ts = buf + __homing_hexadecimal(buf, whole, fl < 0, p, !(t\&32), fl\&ALT_FORM, \&e2);\n&/' \
    '/^\t\ts=buf;$/,/^\t\t} while (y);/d' \
    's/^\t\t\tl = fmt_fp(f, arg.f, w, p, fl, t);/\t\t\tl = fmt_fp(f, arg.f, w, p, fl | (st == LDBL ? 1U<<31 : 0), t);/'
  change src/stdio/vfwprintf.c \
    "s/^\t\tcase 'a': case 'e': case 'f': case 'g':\$/\t\tcase 'a':\n\t\t\tif (st == DBL) {\n\t\t\t\tcharfmt[strlen(charfmt)-2] = t;\n\t\t\t\tcharfmt[strlen(charfmt)-1] = 0;\n\t\t\t\tl = fprintf(f, charfmt, w, p, (double)arg.f);\n\t\t\t\tbreak;\n\t\t\t}\n\t\tcase 'e': case 'f': case 'g':/"
  local file
  for file in vfprintf vfwprintf; do
    change src/stdio/$file.c 's/^\t\t\tif (w<0) fl|=LEFT_ADJ, w=-w;/&\n\t\t\tif (w<0) goto overflow;/' 's/^\t\t\tp = getint(&s);/&\n\t\t\tif (p<0) goto overflow;/'
  done
  change src/stdio/vsnprintf.c '/^\tif (n > INT_MAX) {/,/^\t}/d'
  change src/stdio/vswprintf.c 's/^\t} else if (n > INT_MAX) {/\t} else if (n > (size_t)-1 \/ 4) {/' "$loss" 's/^\t\terrno = EOVERFLOW;/\t\t__homing_loss("`swprintf` with more room than there is");\n&/'
}

# A stream of bytes is none of wide characters, and the other way round; what the GNU library does then is a loss.
orientation() {
  change src/stdio/fwide.c "$loss" 's/^\tmode = f->mode;/\tif (mode > 0 \&\& f->mode < 0) __homing_loss("wide characters to or from a stream of bytes");\n&/'
  local file
  for file in fwrite fread fgets getdelim; do
    change src/stdio/$file.c "$loss" 's/^\tFLOCK(f);/&\n\tif (f->mode > 0) __homing_loss("bytes to or from a stream of wide characters");/'
  done
  for file in putc getc; do
    change src/stdio/$file.h "$loss" 's/^\tint l = f->lock;/\tif (f->mode > 0) __homing_loss("bytes to or from a stream of wide characters");\n&/'
  done
  change src/stdio/vfwprintf.c '1i int __homing_wide;' 's/^\tret = wprintf_core(f, .*/\t__homing_wide++;\n&\n\t__homing_wide--;/'
  change src/stdio/vfwscanf.c '1i extern int __homing_wide;' 's/^\t\t\tif (fscanf(f, tmp, dest?dest:&cnt, &cnt) == -1)/\t\t\t__homing_wide++;\n\t\t\tint got = fscanf(f, tmp, dest?dest:\&cnt, \&cnt);\n\t\t\t__homing_wide--;\n\t\t\tif (got == -1)/'
  for file in vfprintf vfscanf; do
    change src/stdio/$file.c '1i extern int __homing_wide;' 's/^\tFLOCK(f);/&\n\tif (f->mode > 0 \&\& !__homing_wide) __homing_loss("bytes to or from a stream of wide characters");/'
  done
  change src/stdio/fputwc.c "$loss" 's/^\tif (c==WEOF) f->flags |= F_ERR;/\tif (c==WEOF) {\n\t\t__homing_loss("when a wide character that has no bytes fails (`fputwc`)");\n\t\tf->flags |= F_ERR;\n\t}/'
}

# Numbers from texts: broken bases, signs and payloads of what is no number, results that are too small.
numbers() {
  local file
  # Texts are read by the recipe's integers.c and decimals.c; for numbers of many digits the second one goes through musl's.
  rm src/internal/intscan.c
  change src/internal/floatscan.c 's/__floatscan(/__plain_floatscan(/'
  for file in strtol wcstol; do
    change src/stdlib/$file.c '1i #include <errno.h>' 's/^static unsigned long long \(str\|wcs\)tox(.*/&\n__IN__/' \
      '/^__IN__$/{N;s/__IN__\n{/{\n\tif (base < 0 || base == 1 || base > 36) {\n\t\terrno = EINVAL;\n\t\treturn 0;\n\t}/}'
  done
  change src/internal/floatscan.c 's/return NAN;/return sign < 0 ? -NAN : NAN;/' \
    "s/^\t\t\tif (c==')') return /\t\t\tif (c==')' \&\& i > 1) __homing_loss(\"the payload of a number that is none (\`nan(...)\`)\");\n&/" \
    's/^\tint denormal = 0;/&\n\tint full = bits;/' \
    's/^\t\t\tif (denormal && bits==LDBL_MANT_DIG+e2-emin)/\t\t\tif (denormal \&\& bits==LDBL_MANT_DIG+e2-emin \&\& bits==full-1 \&\& frac)\n\t\t\t\t__homing_loss("`errno` for a number next to the smallest normal one");\n\t\t\tif (denormal \&\& bits==LDBL_MANT_DIG+e2-emin \&\& bits==full-1)/' \
    's/^\tif (bits > 32+e2-emin) {/\tint full = bits, denormal = bits > 32+e2-emin;\n\tlong double exact = (long double)x + y;\n&/' \
    's/^\tif (!y) errno = ERANGE;/\tif (!y || (denormal \&\& fabsl(y) != exact) || (full < LDBL_MANT_DIG \&\& fabsl(scalbnl(y, e2)) >= scalbnl(1, -emin-full+3))) errno = ERANGE;/'
  change src/math/nan.c "$loss" 's/^\treturn NAN;/\tif (*s) __homing_loss("the payload of a number that is none (`nan`)");\n&/'
  change src/math/nanf.c "$loss" 's/^\treturn NAN;/\tif (*s) __homing_loss("the payload of a number that is none (`nan`)");\n&/'
  change src/math/nanl.c "$loss" 's/^\treturn \(.*\);/\tif (*s) __homing_loss("the payload of a number that is none (`nan`)");\n&/'
}

# Time zones as the GNU library reads them; where its rules are those of the machine, a loss.
dates() {
  change src/time/__tz.c "$loss" 's/^\tif (!s) s = "\/etc\/localtime";/\tif (!s) __homing_loss("the time zone of the machine");\n&/' \
    's/^char \*__tzname\[2\] = { 0, 0 };/char *__tzname[2] = { "GMT", "GMT" };/' \
    's/^static int getoff(const char \*\*p)/static int most(int n, int limit, int zone) { return zone \&\& n > limit ? limit : n; }\n\nstatic int getoff(const char **p, int zone)/' \
    's/3600\*getint(p);/3600*most(getint(p), 24, zone);/' 's/60\*getint(p);/60*most(getint(p), 59, zone);/' 's/off += getint(p);/off += most(getint(p), 59, zone);/' \
    's/getoff(p);/getoff(p, 0);/' 's/getoff(&s)/getoff(\&s, 1)/' \
    's/^\t\tif (!map) s = __utc;/\t\tif (!map) {\n\t\t\t__homing_loss("a time zone that is written in an odd way (`TZ`)");\n\t\t\ts = __utc;\n\t\t}/' \
    "s/^\t\tif (p!=s && (\*p == '+' /\t\tif (strlen(dummy_name) > 2 \&\& (*p == '+' /" \
    's/^\t__tzname\[1\] = dst_name;/\t__tzname[1] = dst_name[0] ? dst_name : std_name;/' \
    "s/^\tif (\*s == ',') s++, getrule(&s, r0);/\tint rules = 0;\n\tif (*s == ',') s++, rules++, getrule(\&s, r0);/" \
    "s/^\tif (\*s == ',') s++, getrule(&s, r1);/\tif (*s == ',') s++, rules++, getrule(\&s, r1);\n\tif (dst_name[0] \&\& rules < 2) __homing_loss(\"a time zone whose rules are the machine's (\`TZ\`)\");\n\tif (*s || strlen(std_name) >= TZNAME_MAX || strlen(dst_name) >= TZNAME_MAX || (dst_name[0] \&\& strlen(dst_name) < 3)) __homing_loss(\"a time zone that is written in an odd way (\`TZ\`)\");/" \
    '1i #include <errno.h>\nvoid __homing_assumed(void *, unsigned long, const char *);' 's/^\tint posix_form = 0;/\t__homing_assumed(\&errno, sizeof errno, "`errno` behind `tzset`");\n&/' \
    's/if (p != __utc /if (strcmp(p, "GMT") \&\& p != __utc /'
  change src/time/gmtime_r.c 's/tm->__tm_zone = __utc;/tm->__tm_zone = "GMT";/'
  change src/time/timegm.c 's/tm->__tm_zone = __utc;/tm->__tm_zone = "GMT";/'
  # A time that there is not, or that there is twice, is taken by what was asked before.
  change src/time/mktime.c "$loss" 's/^\tlong long t = __tm_to_secs(tm);/&\n\tlong long local = t;/' \
    's/^\tif (tm->tm_isdst>=0 && new.tm_isdst!=tm->tm_isdst)/\tif (tm->tm_isdst > 0 \&\& !new.tm_isdst \&\& opp == new.__tm_gmtoff) t -= 3600;\n&/' \
    's/^\tif (__secs_to_tm(t + new.__tm_gmtoff, &new) < 0) goto error;/\tif (opp != new.__tm_gmtoff) {\n\t\tstruct tm other;\n\t\t__secs_to_zone(local - opp, 0, \&other.tm_isdst, \&other.__tm_gmtoff, 0, \&other.__tm_zone);\n\t\tif ((tm->tm_isdst < 0 \&\& (t + new.__tm_gmtoff != local || other.__tm_gmtoff == opp)) || (tm->tm_isdst >= 0 \&\& new.tm_isdst != !!tm->tm_isdst))\n\t\t\t__homing_loss("a local time that there is not, or twice (`mktime`)");\n\t}\n&/'
}

others() {
  local name
  # An argument that was not passed is not read.
  change src/linux/prctl.c 's/^\tfor (i=0; i<4; i++) x\[i\] = va_arg(ap, unsigned long);/\tfor (i=0; i<4; i++) x[i] = i || (op != PR_SET_NAME \&\& op != PR_GET_NAME) ? 0 : va_arg(ap, unsigned long);/'
  change src/misc/ioctl.c 's/^\targ = va_arg(ap, void \*);/\targ = req == FIOCLEX || req == FIONCLEX || req == TIOCEXCL || req == TIOCNXCL || req == TIOCNOTTY || req == TIOCSBRK || req == TIOCCBRK || req == TIOCCONS ? 0 : va_arg(ap, void *);/'
  change src/misc/a64l.c 's/^\tuint32_t x = x0;/&\n\tif (!x) return "";/'
  change src/search/hsearch.c '1i #include <errno.h>' 's/^\tsize_t used;/&\n\tsize_t most;/' \
    's/^\tif (action == FIND) {/&\n\t\terrno = ESRCH;/' 's/^\t\*e = item;/\tif (htab->__tab->used == htab->__tab->most) {\n\t\terrno = ENOMEM;\n\t\t*retval = 0;\n\t\treturn 0;\n\t}\n&/' \
    's/^\thtab->__tab = calloc(1, sizeof \*htab->__tab);/\tif (htab->__tab) return 0;\n&/' \
    's/^\tr = resize(nel, htab);/\tr = resize(nel, htab);\n\tfor (nel = nel < 3 ? 3 : nel | 1;; nel += 2) {\n\t\tsize_t d = 3;\n\t\twhile (d <= nel \/ d \&\& nel % d) d += 2;\n\t\tif (d > nel \/ d) break;\n\t}\n\thtab->__tab->most = nel;/'
  # Two signals are the library's own, not three.
  change src/signal/sigrtmin.c 's/return 35;/return 34;/'
  for name in sigaction sigaddset sigdelset; do change src/signal/$name.c 's/sig-32U < 3/sig-32U < 2/'; done
  change src/signal/sigfillset.c 's/0xfffffffc7ffffffful/0xfffffffe7ffffffful/'
  # The engine's blocks have to find it.
  change src/errno/__errno_location.c '1i int __homing_errno;' 's/&__pthread_self()->errno_val/\&__homing_errno/'
  # The name is read before the kernel is asked.
  change src/dirent/opendir.c 's/^\tDIR \*dir;/&\n\tif (!*(volatile const char *)name) { errno = ENOENT; return 0; }/' '1i #include <errno.h>'
  change src/conf/confstr.c "$loss" '1i #include "../errno/host-texts.h"' 's/^\tif (!name) {/\tif (name >= 1000) __homing_loss("flags of compilers (`confstr`)");\n\tif (name >= 0 \&\& name < (int)(sizeof settings \/ sizeof *settings) \&\& settings[name]) {/' \
    's/s = "\/bin:\/usr\/bin";/s = settings[name];/'
  change src/regex/glob.c "$loss" 's/^\tif (!errfunc) errfunc = ignore_err;/&\n\tif (flags \& 0x2a00 || (flags \& 0x400 \&\& strchr(pat, 123)) || (*pat \&\& pat[strlen(pat)-1] == 47)) __homing_loss("a pattern or a flag that is not plain (`glob`)");/'
  change src/stdio/ftell.c "$loss" 's/^\t\tpos += f->rpos - f->rend;/&\n\tif (pos < 0) __homing_loss("a place before the start of a file (`ftell`)");/'
  change src/stdio/ext.c "$loss" 's/^\treturn f->buf_size;/\t__homing_loss("the room of a stream (`__fbufsize`)");\n&/'
  # Another stream may be opened for it, and that may fail.
  change src/stdio/perror.c '1i void __homing_assumed(void *, unsigned long, const char *);' \
    's/^\tFUNLOCK(f);/&\n\t__homing_assumed(\&errno, sizeof errno, "`errno` behind `perror`");/'
  change src/stdio/fmemopen.c "$loss" 's/^\tif (len > rem) len = rem;/\tif (len > rem) {\n\t\t__homing_loss("more is written than a stream to memory has room for (`fmemopen`)");\n\t\tlen = rem;\n\t}/'
  for name in regcomp regexec regerror fnmatch; do sed -i "1i #define $name __plain_$name" "src/regex/$name.c"; done
  change src/stdio/open_memstream.c "$loss" 's/^static off_t ms_seek(.*/&\n__IN__/' '/^__IN__$/{N;s/__IN__\n{/{\n\tif (off || whence != SEEK_CUR) __homing_loss("a place in a stream to memory (`open_memstream`)");/}'
  rm src/stdlib/{atoi,atol,atoll}.c
  change src/stdio/vswprintf.c "$loss" 's/^\treturn r>=n ? -1 : r;/\tif (r >= n) __homing_loss("what `swprintf` leaves where there is no room");\n&/'
  change src/stdio/vswscanf.c "$loss" 's/^\tif (k==(size_t)-1) {/&\n\t\t__homing_loss("characters beyond ASCII in `swscanf`");/'
  change src/internal/floatscan.c "$loss" 's/^\t\t\t\tshlim(f, 0);/&\n\t\t\t\tif (!pok) __homing_loss("a broken floating-point number in `scanf`");/' \
    's/^\t\t\tshlim(f, 0);/&\n\t\t\t__homing_loss("a broken floating-point number in `scanf`");/'
  change src/string/wcstok.c '1i #include <errno.h>' 's/^\tif (!s && !(s = \*p)) return NULL;/\tif (!s \&\& !(s = *p)) { errno = EINVAL; return NULL; }/'
  change src/misc/a64l.c 's/return (int32_t)x;/return x;/'
  change src/stdlib/ecvt.c "$loss" 's/^\tchar tmp\[32\];/&\n\t__homing_loss("`ecvt`");/'
  change src/stdlib/fcvt.c "$loss" 's/^\tint i, lz;/&\n\t__homing_loss("`fcvt`");/' "s/if (tmp\[i\] == '0') lz/if (tmp[i] == '0' \&\& !tmp[i+1]) lz = 0;\n\telse if (tmp[i] == '0') lz/"
  change src/time/strptime.c "$loss" 's/^\tint i, w, neg, adj, min, range, \*dest, dummy;/&\n\t__homing_loss("`strptime`");/'
}
