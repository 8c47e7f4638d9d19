// A tokenizer of expressions over 10 inputs, each taken as a character: explored completely, it has 23,140 paths, and no error
// can happen. Codes: 40 '(', 41 ')', 42 '*', 43 '+', 48 to 57 digits; 0 ends the text.

parse(s, n) {
  var pos, depth, state, tokens, c, v, failed;
  pos = 0;
  depth = 0;
  state = 0;
  tokens = 0;
  failed = 0;
  c = 1;
  while ((pos < n && c != 0) && failed == 0) {
    c = s[pos];
    pos = pos + 1;
    if (c != 0) {
      if (state == 0) {
        if (c == 40) {
          depth = depth + 1;
          tokens = tokens + 1;
          if (depth > 2) failed = 1;
        } else if (c >= 48 && c <= 57) {
          v = c - 48;
          while ((failed == 0 && pos < n) && (s[pos] >= 48 && s[pos] <= 57)) {
            v = v * 10 + (s[pos] - 48);
            pos = pos + 1;
            if (v > 99) failed = 2;
          }
          tokens = tokens + 1;
          state = 1;
        } else {
          failed = 3;
        }
      } else {
        if (c == 43) {
          tokens = tokens + 1;
          state = 0;
        } else if (c == 42) {
          tokens = tokens + 1;
          state = 0;
        } else if (c == 41) {
          if (depth == 0) failed = 4;
          depth = depth - 1;
          tokens = tokens + 1;
        } else {
          failed = 5;
        }
      }
    }
  }
  if (failed == 0 && (depth != 0 || state == 0)) failed = 6;
  if (failed != 0) tokens = 0 - failed;
  return tokens;
}

main() {
  var s, r;
  s = [input, input, input, input, input, input, input, input, input, input];
  r = parse(s, 10);
  if (r < 0) output 1; else output 0;
  return 0;
}
