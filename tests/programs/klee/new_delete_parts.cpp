#include <cstdlib>
#include <new>

struct Number {
  int v;
  Number(int v) : v(v) {}
  virtual ~Number() {}
  virtual int get() { return v; }
};
struct Double : Number {
  Double(int v) : Number(v) {}
  int get() override { return (int)(2u * (unsigned)v); }
};
struct alignas(64) Wide {
  char c[64];
};
static Double kept(4);

extern "C" int twice(int x) {
  static Number offset(kept.get() - 8);
  Number *n = x > 0 ? new Double(x) : new Number(x);
  int r = n->get() + offset.get();
  delete n;
  return r;
}

extern "C" int forms(int x) {
  int *a = new int[4], *b = new (std::nothrow) int(7), *c = new (std::nothrow) int[2];
  Wide *w = new Wide, *many = new Wide[2];
  a[3] = x;
  int r = a[3] != x || ((unsigned long)w & 63) != 0;
  delete[] a;
  delete b;
  delete[] c;
  delete w;
  delete[] many;
  delete (int *)nullptr;
  return r;
}

extern "C" void wrong(int x) {
  int *p = new int[3], *q = x == 4 ? (int *)std::malloc(4) : new int;
  if (x == 1)
    delete p; // <scalar>
  else
    delete[] p;
  if (x == 2)
    std::free(q); // <free>
  else
    delete q; // <malloc>
  if (x == 3)
    delete[] p; // <twice>
  if (x == 5) {
    char *s = new char[8];
    s[8] = 1; // <beyond>
    delete[] s;
  }
  if (x == 6)
    new int; // <leak>
}
