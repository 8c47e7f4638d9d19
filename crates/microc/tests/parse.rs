//! Reading programs: what is accepted, what is refused and how it is said.

use homing_microc::{Ast, BinOp, ExprId, ExprKind, MAX_DEPTH, StmtKind, parse, parse_only};

fn ok(text: &str) -> Ast {
    parse("t.uc", text).unwrap_or_else(|e| panic!("{text}\n{}", shown(&e)))
}

fn shown(errors: &[homing_microc::Diagnostic]) -> String {
    errors.iter().map(|e| format!("{e}\n")).collect()
}

/// The messages about a program, each with its position.
fn messages(text: &str) -> Vec<String> {
    let errors = parse("t.uc", text).err().unwrap_or_default();
    errors.iter().map(|e| format!("{} {}", e.pos, e.message)).collect()
}

/// An expression as nested lists, to see how it was read.
fn shape(ast: &Ast, id: ExprId) -> String {
    match &ast.expr(id).kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Name(n) => ast.name(*n).to_string(),
        ExprKind::Input => "input".into(),
        ExprKind::Null => "null".into(),
        ExprKind::Alloc(e) => format!("(alloc {})", shape(ast, *e)),
        ExprKind::Ref(i) => format!("(& {})", ast.name(i.name)),
        ExprKind::Deref(e) => format!("(* {})", shape(ast, *e)),
        ExprKind::Not(e) => format!("(! {})", shape(ast, *e)),
        ExprKind::Neg(e) => format!("(- {})", shape(ast, *e)),
        ExprKind::Binary { op, left, right } => format!("({} {} {})", op.text(), shape(ast, *left), shape(ast, *right)),
        ExprKind::Field { of, field } => format!("(. {} {})", shape(ast, *of), ast.name(field.name)),
        ExprKind::Index { of, index } => format!("(at {} {})", shape(ast, *of), shape(ast, *index)),
        ExprKind::Call { callee, args } => {
            let args: Vec<String> = args.iter().map(|&a| shape(ast, a)).collect();
            format!("({} | {})", shape(ast, *callee), args.join(" "))
        }
        ExprKind::Array(list) => format!("[{}]", list.iter().map(|&a| shape(ast, a)).collect::<Vec<_>>().join(" ")),
        ExprKind::Record(list) => {
            format!(
                "{{{}}}",
                list.iter().map(|(f, a)| format!("{}:{}", ast.name(f.name), shape(ast, *a))).collect::<Vec<_>>().join(" ")
            )
        }
    }
}

fn read(expr: &str) -> String {
    let ast = parse_only("t.uc", &format!("main() {{ return {expr}; }}")).unwrap_or_else(|e| panic!("{expr}\n{}", shown(&e)));
    shape(&ast, ast.functions[0].result)
}

#[test]
fn operators_bind_as_the_grammar_says() {
    assert_eq!(read("a + b * c - d"), "(- (+ a (* b c)) d)");
    assert_eq!(read("a && b || c && d"), "(&& (|| (&& a b) c) d)");
    assert_eq!(read("a == b < c + 1"), "(== a (< b (+ c 1)))");
    assert_eq!(read("a - -1 -1"), "(- (- a -1) 1)");
    assert_eq!(read("a-1"), "(- a 1)");
    assert_eq!(read("-x - -(3)"), "(- (- x) (- 3))");
    assert_eq!(read("!a == b && c"), "(! (&& (== a b) c))");
    assert_eq!(read("a && !b && c"), "(&& a (! (&& b c)))");
    assert_eq!(read("1 + alloc 2 + 3"), "(+ 1 (alloc (+ 2 3)))");
    assert_eq!(read("*x[0].field"), "(* (. (at x 0) field))");
    assert_eq!(read("**p * *q"), "(* (* (* p)) (* q))");
    assert_eq!(read("(*f)(1, [2], {a: 3, b: &x})[0](  )"), "((at ((* f) | 1 [2] {a:3 b:(& x)}) 0) | )");
    assert_eq!(read("[] == {}"), "(== [] {})");
}

#[test]
fn positions_are_those_of_operators_and_first_tokens() {
    let ast = ok("main() {\n  var x; /* ä\n */ x = 1 +\n 2 * 3; return x;\n}");
    let main = ast.main().unwrap();
    let StmtKind::Assign { value, .. } = ast.stmt(main.body[0]).kind else { panic!() };
    let ExprKind::Binary { op: BinOp::Add, right, .. } = ast.expr(value).kind else { panic!() };
    assert_eq!(ast.expr(value).pos.to_string(), "3:11");
    assert_eq!(ast.expr(right).pos.to_string(), "4:4");
    assert_eq!(main.return_pos.to_string(), "4:9");
    assert_eq!(main.end.to_string(), "5:1");
}

#[test]
fn layout_and_comments_are_free() {
    let ast = ok(
        "\u{feff}// a\r\nmain(a,b)/* c\n */{var x,y;\r\n\tvar z;x=a;{}y=b;{z=x;{}}\nif(x)y=1;else if(y)z=2;else{}while(x>0)x=x-1;output x;return z;}// end",
    );
    assert_eq!(ast.functions[0].vars.len(), 2);
    assert_eq!(ast.functions[0].body.len(), 7);
    // Letters beyond those of the grammar, as other implementations take them.
    ok("main() { var příklad; příklad = 42// 1 + 1
; return příklad; }");
}

#[test]
fn several_errors_are_reported_with_places() {
    let text = "main() {\n  var x, y;\n  x = 1 +;\n  y = 2\n  if (x == ) { output = 3; }\n  output y;\n  return x\n}\nf( { return 0; }\ng() { x = 1; }\n";
    let expected = [
        "3:10 expected an expression, found `;`",
        "4:8 expected `;` after the assignment",
        "5:12 expected an expression, found `)`",
        "5:23 expected an expression, found `=`",
        "7:11 expected `;` after the returned value",
        "9:4 expected the name of a parameter, found `{`",
        "10:14 `g` does not end with a `return`",
    ];
    assert_eq!(messages(text), expected);
}

#[test]
fn messages_show_the_place() {
    let errors = parse("t.uc", "main() {\n\tvar count;\n\tcount = 1;\n\treturn cuont;\n}\n").unwrap_err();
    let expected =
        "t.uc:4:9: error: `cuont` is not declared\n 4 |  return cuont;\n   |         ^^^^^\n   hint: `count` is; is that meant?";
    assert_eq!(errors[0].to_string(), expected);
}

#[test]
fn names_and_uses_are_checked() {
    let one = |text: &str, expected: &[&str]| assert_eq!(messages(text), expected, "{text}");
    one("f() { return 0; }", &["1:17 there is no function `main`"]);
    one("", &["1:1 there is no function `main`"]);
    one("main() { return 0; } main() { return 1; }", &["1:22 there is already a function `main`"]);
    one("main(a) { var b, a; var b; return a; }", &["1:18 `a` is declared twice", "1:25 `b` is declared twice"]);
    one(
        "f(a) { return a; } main() { return f() + f(1, 2); }",
        &["1:36 `f` takes 1 argument, here it gets 0", "1:42 `f` takes 1 argument, here it gets 2"],
    );
    one("f(a) { return a; } main() { var f; f = 1; return f(2, 3); }", &[]);
    one(
        "main() { main = 1; return &main; }",
        &["1:10 `main` is a function and cannot be assigned", "1:28 `main` is a function and has no address"],
    );
    one("main() { return 1.x; }", &["1:19 a number has no fields"]);
    one("main() { return [1].x + {a: 1}.b; }", &["1:21 an array has no fields", "1:32 this record has no field `b`"]);
    one("main() { return 1(2); }", &["1:17 a number cannot be called"]);
    one(
        "main() { return main.f + main[0] + 1[0] + [1][null]; }",
        &[
            "1:22 a function has no fields",
            "1:26 a function has no elements",
            "1:36 a number has no elements",
            "1:47 `null` cannot be an index",
        ],
    );
    one("main() { return *1; }", &["1:17 a number points nowhere"]);
    one("main() { return {a: {b: 1}, a: 2}; }", &["1:21 a record cannot be inside a record", "1:29 the field `a` occurs twice"]);
    one("main() { var r; r = {a: 1}; r.a = {b: 2}; return 0; }", &["1:35 a record cannot be inside a record"]);
    one("main() { {x: 1}.x = 2; return 0; }", &["1:10 this would change a value that nobody can see"]);
    one("main() { 1 = 2; return 0; }", &["1:10 this cannot be assigned"]);
    one(
        "main() { main().x = 2; [1][0] = 3; *main() = 4; return 0; }",
        &["1:10 this would change a value that nobody can see", "1:24 this would change a value that nobody can see"],
    );
}

#[test]
fn common_mistakes_have_hints() {
    let hint = |text: &str| parse("t.uc", text).unwrap_err()[0].hint.clone().unwrap_or_default();
    assert!(hint("main() { main(); return 0; }").contains("a call is no statement"));
    assert!(hint("main() { var x; x == 1; return 0; }").contains("an expression is no statement"));
    assert!(hint("main() { var x = 1; return 0; }").contains("assignment of its own"));
    assert!(hint("main() { return 0; output 1; }").contains("one `return`"));
    assert!(hint("main() { if (1) return 0; return 1; }").contains("the one `return`"));
    assert!(hint("main() { output 1; var x; return 1; }").contains("beginning of the function"));
    assert!(hint("main() { return 5 % 3; }").contains("remainder"));
    assert!(hint("main() { var if; return 5; }").contains("no name"));
    assert!(hint("main() { if (x = 1) output 1; return 5; }").contains("=="));
    assert!(hint("main() { var x; for (x = 1; x < 3; x = x + 1) { output 1; } return 5; }").contains("no `for`"));
    assert!(hint("main() { var x; x += 1; return 5; }").contains("no short form"));
    assert!(hint("main() { int x; return 5; }").contains("var x;"));
    assert!(hint("main() { return foo(3); }").contains("write a function `foo"));
}

#[test]
fn one_mistake_gives_one_message() {
    for text in [
        "main() { var x; x = {a 1}; output x; return 0; }",
        "main() { var x; x = f({a: {b: 1 2}}, 3); output x; return 0; }",
        "main() { var i; for (i = 1; i < 3; i = i + 1) { output 1; } return 5; }",
        "main() { var i; if (1 + ) { output 1; } else { output 2; } return 5; }",
        "main() { var i; while 1 { output 1; } return 5; }",
        "main() { var i; i = (1 + 2; return 5; } f() { return 1; }",
        "main() { var i; i = [1, 2; return 5; } f() { return 1; }",
        "main( { var i; return 5; } f() { return 1; }",
        "main() var i; return 5; }",
        "main() { return 5; } f( { return 1; } g() { return 2; }",
        "main() { output 1 return 5; }",
    ] {
        assert_eq!(messages(text).len(), 1, "{text}: {:?}", messages(text));
    }
}

#[test]
fn deep_nesting_is_refused() {
    let n = 100_000;
    let programs = [
        format!("main() {{ return {}1{}; }}", "(".repeat(n), ")".repeat(n)),
        format!("main() {{ return {}1; }}", "(".repeat(n)),
        format!("main() {{ return {}1{}; }}", "[".repeat(n), "]".repeat(n)),
        format!("main() {{ return {}1{}; }}", "{a:".repeat(n), "}".repeat(n)),
        format!("main() {{ return {}1; }}", "!".repeat(n)),
        format!("main() {{ return {}1; }}", "- ".repeat(n)),
        format!("main() {{ return {}1; }}", "*".repeat(n)),
        format!("main() {{ return {}1; }}", "alloc ".repeat(n)),
        format!("main() {{ return 1{}; }}", " + 1".repeat(n)),
        format!("main() {{ return main{}; }}", "[0]".repeat(n)),
        format!("main() {{ return main{}; }}", "()".repeat(n)),
        format!("main() {{ return main{}; }}", ".f".repeat(n)),
        format!("main() {{ return {}1{}; }}", "main(".repeat(n), ")".repeat(n)),
        format!("main() {{ {}{} return 0; }}", "{".repeat(n), "}".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "if (1) ".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "while (1) ".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "if (1) {} else ".repeat(n)),
    ];
    for p in &programs {
        let errors = parse("t.uc", p).unwrap_err();
        assert!(errors[0].message.contains("nested deeper"), "{}: {}", &p[..40], errors[0].message);
        assert!(errors[0].to_string().len() < 1000);
    }
    let almost = MAX_DEPTH as usize - 5;
    ok(&format!("main() {{ return {}1{}; }}", "(".repeat(almost), ")".repeat(almost)));
    ok(&format!("main() {{ return 1{}; }}", " + 1".repeat(almost)));
    ok(&format!("main() {{ {}{} return 0; }}", "{".repeat(almost), "}".repeat(almost)));
    ok(&format!("main() {{ {} output 1; return 0; }}", "if (1) {} else ".repeat(almost)));
}

#[test]
fn odd_texts_are_refused() {
    for text in [
        "main",
        "main(",
        "main()",
        "main() {",
        "main() { return",
        "main() { return 1",
        "/*",
        "\u{0}",
        "ä",
        "main() { return 1; } }",
        "&",
        "-",
        "main() { x",
    ] {
        assert!(parse("t.uc", text).is_err(), "{text}");
    }
    let long = format!("main() {{ return {}; }}", "9".repeat(20_000));
    assert!(messages(&long)[0].contains("too long"));
    let many = messages(&"$ ?".repeat(1000));
    assert_eq!(many.len(), 50);
}
