/* The same for every parser: up to MAX bytes that may be anything. */
#include <homing.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MAX
#define MAX 48
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(void) {
  uint8_t data[MAX];
  unsigned size;
  homing_symbolic(data, sizeof data, "data");
  homing_symbolic(&size, sizeof size, "size");
  homing_assume(size <= MAX);
  return LLVMFuzzerTestOneInput(data, size);
}
