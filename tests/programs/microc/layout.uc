// Any layout, both kinds of comments.
// homing: check => ERROR division-by-zero @bad
// homing: run 0 => 3, RETURNED 0
main ( )
/* a comment
   of two lines */{var x,
y;x=input;/**/y
=
-1;if(x<0)y=y/(x+4 // <bad>
);else{x=3;}
  output x; return
    1 / (1 + y * y * 2); }
