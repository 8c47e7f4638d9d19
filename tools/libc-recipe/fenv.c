/* The floating-point environment: rounding to nearest, and no trap. Whoever leaves that, or asks which exceptions there were, counts a
   loss: the engine computes with that rounding alone and keeps no flags. */
#include <fenv.h>

void __homing_loss(const char *);

static int rounding = FE_TONEAREST;

static int told(const char *what)
{
	__homing_loss(what);
	return 0;
}

int fegetround(void) { return rounding; }

int fesetround(int r)
{
	if (r != FE_TONEAREST && r != FE_DOWNWARD && r != FE_UPWARD && r != FE_TOWARDZERO) return 1;
	if (r != FE_TONEAREST) told("another rounding of floating-point numbers than to the nearest (`fesetround`)");
	rounding = r;
	return 0;
}

/* Flags that nobody reads may change. */
int feclearexcept(int e) { return 0; }
int feraiseexcept(int e) { return 0; }
int fesetexceptflag(const fexcept_t *f, int e) { return 0; }

int fetestexcept(int e) { return e & FE_ALL_EXCEPT ? told("floating-point exceptions (`fetestexcept`)") : 0; }

int fegetexceptflag(fexcept_t *f, int e)
{
	*f = 0;
	return told("floating-point exceptions (`fegetexceptflag`)");
}

int fegetenv(fenv_t *e) { return told("the floating-point environment (`fegetenv`)"); }
int feholdexcept(fenv_t *e) { return told("the floating-point environment (`feholdexcept`)"); }

int fesetenv(const fenv_t *e)
{
	rounding = FE_TONEAREST;
	return e == FE_DFL_ENV ? 0 : told("the floating-point environment (`fesetenv`)");
}

int feupdateenv(const fenv_t *e) { return fesetenv(e); }

int feenableexcept(int e)
{
	if (e & FE_ALL_EXCEPT) told("traps of floating-point exceptions (`feenableexcept`)");
	return 0;
}

int fedisableexcept(int e) { return 0; }
int fegetexcept(void) { return 0; }

/* What functions of the library ask on the way. */
int __quiet_fetestexcept(int e) { return 0; }
int __quiet_feclearexcept(int e) { return 0; }
int __quiet_feraiseexcept(int e) { return 0; }
int __quiet_fesetround(int r) { return 0; }
int __quiet_feholdexcept(fenv_t *e) { return 0; }
int __quiet_feupdateenv(const fenv_t *e) { return 0; }
int __quiet_fesetenv(const fenv_t *e) { return 0; }
int __quiet_fegetround(void) { return FE_TONEAREST; }
