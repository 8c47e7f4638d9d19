// Nested loops over rows and columns that input may cut short; the target needs the right number of cells and rows.
// homing: reach @hit => REACHED
#include <klee/klee.h>
int main(void) {
  int cells = 0, rows = 0;
  for (int row = 0; row < 6; row++) {
    int width = klee_range(0, 6, "width");
    for (int column = 0; column < width; column++)
      cells += row + 1;
    if (width > 2)
      rows++;
    if (klee_range(0, 2, "last"))
      break;
  }
  if (rows == 4 && cells == 61)
    return 1; // <hit>
  return 0;
}
