int setting = 7;
int optional(int x) { return x + 3; }
