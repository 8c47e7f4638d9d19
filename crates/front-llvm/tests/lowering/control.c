// A loop, a switch, and a condition that is computed in two steps.
int classify(unsigned n) {
  int sum = 0;
  for (unsigned i = 0; i < n && sum < 100; i++)
    sum += (int)(i * n);
  switch (sum) {
  case 0:
    return -1;
  case 1:
  case 7:
    return sum;
  default:
    return sum / 2;
  }
}
