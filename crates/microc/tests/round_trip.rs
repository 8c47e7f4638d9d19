//! Text, tree, text; tree, JSON, tree; graphs.

use homing_microc::{Ast, BinOp, ExprId, ExprKind, Ident, Name, Pos, StmtId, StmtKind, cfg, json, parse, parse_only, print};
use homing_random::Random;

const AT: Pos = Pos { line: 1, column: 1 };

/// Makes trees of every shape, sensible or not.
struct Maker {
    rng: Random,
    ast: Ast,
    names: Vec<Name>,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut ast = Ast::new("t.uc");
        let names = ["a", "b", "main", "x1", "_"].map(|n| ast.intern(n)).to_vec();
        Maker { rng: Random::new(seed), ast, names }
    }

    fn name(&mut self) -> Name {
        self.names[self.rng.below(self.names.len() as u64) as usize]
    }

    fn ident(&mut self) -> Ident {
        Ident { name: self.name(), pos: AT }
    }

    fn exprs(&mut self, depth: u32) -> Vec<ExprId> {
        (0..self.rng.below(4)).map(|_| self.expr(depth)).collect()
    }

    fn expr(&mut self, depth: u32) -> ExprId {
        let choice = if depth == 0 { self.rng.below(5) } else { self.rng.below(18) };
        let kind = match choice {
            0 => ExprKind::Number((self.rng.below(200) as i64 - 100).into()),
            1 => ExprKind::Name(self.name()),
            2 => ExprKind::Input,
            3 => ExprKind::Null,
            4 => ExprKind::Ref(self.ident()),
            5 => ExprKind::Alloc(self.expr(depth - 1)),
            6 => ExprKind::Deref(self.expr(depth - 1)),
            7 => ExprKind::Not(self.expr(depth - 1)),
            8 => ExprKind::Neg(self.expr(depth - 1)),
            9 => ExprKind::Field { of: self.expr(depth - 1), field: self.ident() },
            10 => ExprKind::Index { of: self.expr(depth - 1), index: self.expr(depth - 1) },
            11 => ExprKind::Call { callee: self.expr(depth - 1), args: self.exprs(depth - 1) },
            12 => ExprKind::Array(self.exprs(depth - 1)),
            13 => ExprKind::Record((0..self.rng.below(3)).map(|_| (self.ident(), self.expr(depth - 1))).collect()),
            _ => {
                let op = BinOp::ALL[self.rng.below(12) as usize];
                ExprKind::Binary { op, left: self.expr(depth - 1), right: self.expr(depth - 1) }
            }
        };
        self.ast.add_expr(AT, kind)
    }

    fn stmts(&mut self, depth: u32) -> Vec<StmtId> {
        (0..self.rng.below(4)).map(|_| self.stmt(depth)).collect()
    }

    fn stmt(&mut self, depth: u32) -> StmtId {
        let choice = if depth == 0 { self.rng.below(2) } else { self.rng.below(7) };
        let kind = match choice {
            0 => StmtKind::Output(self.expr(3)),
            1 => StmtKind::Assign { target: self.expr(2), value: self.expr(3) },
            2 => StmtKind::Block(self.stmts(depth - 1)),
            3 => StmtKind::While { cond: self.expr(2), body: self.stmt(depth - 1) },
            4 => StmtKind::If { cond: self.expr(2), then: self.stmt(depth - 1), els: None },
            _ => {
                // Any statement may stand in front of an `else` if it is in a block.
                let then = self.stmts(depth - 1);
                let then = self.ast.add_stmt(AT, StmtKind::Block(then));
                StmtKind::If { cond: self.expr(2), then, els: Some(self.stmt(depth - 1)) }
            }
        };
        self.ast.add_stmt(AT, kind)
    }

    fn program(mut self) -> Ast {
        for _ in 0..1 + self.rng.below(3) {
            let params = (0..self.rng.below(3)).map(|_| self.ident()).collect();
            let vars = (0..self.rng.below(3)).map(|_| homing_microc::VarDecl { pos: AT, names: vec![self.ident()] }).collect();
            let body = self.stmts(4);
            let result = self.expr(4);
            let name = self.name();
            let f = homing_microc::Function { name, pos: AT, params, vars, body, result, return_pos: AT, end: AT };
            self.ast.functions.push(f);
        }
        self.ast
    }
}

#[test]
fn printed_trees_are_read_back() {
    for seed in 0..3000 {
        let ast = Maker::new(seed).program();
        let text = print(&ast);
        let again = match parse_only("t.uc", &text) {
            Ok(again) => again,
            Err(e) => panic!("seed {seed}\n{text}\n{}", e[0]),
        };
        assert!(ast.same(&again), "seed {seed}\n{text}\n{}", print(&again));
        assert_eq!(print(&again), text, "seed {seed}");
        // The graphs name every node, and edges go both ways.
        for g in cfg::Cfg::of(&again) {
            for (n, node) in g.nodes.iter().enumerate() {
                assert!(!g.text(&again, n as u32).is_empty());
                for e in &node.successors {
                    assert!(g.nodes[e.to as usize].predecessors.contains(&(n as u32)));
                }
            }
        }
    }
}

#[test]
fn an_if_in_front_of_an_else_gets_braces() {
    let mut ast = parse("t.uc", "main() { if (1) output 1; else output 2; return 0; }").unwrap();
    let outer = ast.functions[0].body[0];
    let StmtKind::If { cond, then, els } = ast.stmt(outer).kind else { panic!() };
    let inner = ast.add_stmt(AT, StmtKind::If { cond, then, els: None });
    let inner = ast.add_stmt(AT, StmtKind::While { cond, body: inner });
    ast.stmts[outer.0 as usize].kind = StmtKind::If { cond, then: inner, els };
    let text = print(&ast);
    assert!(
        text.contains(
            "if (1) {\n        while (1)\n            if (1)\n                output 1;\n    } else\n        output 2;\n"
        ),
        "{text}"
    );
    assert_eq!(print(&parse("t.uc", &text).unwrap()), text);
}

const PROGRAM: &str = "// all kinds
f(n, g) { var r; if (n <= 0) r = 1; else { r = n * f(n - 1, g); } return r; }
main() {
  var a, p, r, i; var q;
  a = [1, [2, -3], {x: 99999999999999999999999999}]; p = alloc -a[0]; r = {h: f, k: &i}; i = input;
  while (!(i > 3) && i != 4 || i / 2 == *p) { i = i + 1; output (*r.k) - 1; }
  *r.k = a[1][0]; a[2].x = 5; q = null; if (p == q) {} else if (1) q = p;
  return r.h(3, main);
}
";

#[test]
fn json_is_read_back() {
    let ast = parse("t.uc", PROGRAM).unwrap();
    for indent in [0, 1, 2, 8] {
        let text = json::export(&ast, indent);
        let again = json::import(&text).unwrap_or_else(|e| panic!("{}", e[0]));
        assert!(ast.same(&again));
        // Positions and file name too.
        assert_eq!(json::export(&again, indent), text);
        assert_eq!(text.lines().count() == 1, indent == 0);
    }
}

#[test]
fn wrong_json_is_refused() {
    let ast = parse("t.uc", PROGRAM).unwrap();
    let text = json::export(&ast, 0);
    let first = |t: &str| json::import(t).err().map(|e| e[0].message.clone()).unwrap_or_default();
    assert_eq!(first(&text.replace("\"Number\"", "\"Nmber\"")), "there is no expression of kind \"Nmber\"");
    assert_eq!(first(&text.replace("\"name\":\"main\"", "\"name\":\"while\"")), "\"while\" is no name");
    assert_eq!(first(&text.replace("\"op\":\"+\"", "\"op\":\"**\"")), "there is no operator \"**\"");
    assert_eq!(
        first(&text.replace("\"value\":\"3\"", "\"value\":\"3x\"")),
        "the value of a number has the digits 0 to 9, with or without a `-`"
    );
    let renamed =
        text.replacen("\"Identifier\",\"pos\":[2,22],\"name\":\"n\"", "\"Identifier\",\"pos\":[2,22],\"name\":\"j1\"", 1);
    assert_ne!(renamed, text);
    assert_eq!(first(&renamed), "`j1` is not declared");
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(first(&deep), "expected an object with a member \"kind\"");
    assert_eq!(first(&text.replace("\"t.uc\"", "\"\\ud800\"")), "unexpected end of hex escape");
    for end in 0..text.len() - 1 {
        assert!(json::import(&text[..end]).is_err());
    }
}

#[test]
fn messages_about_json_have_their_place_in_it() {
    let whole = |t: &str| json::import(t).unwrap_err()[0].to_string();
    let program = |functions: &str| format!("{{\n  \"kind\": \"Program\", \"file\": \"ä.uc\",\n  \"functions\": {functions}\n}}");
    assert_eq!(whole(&program("[1, 2")), "JSON:4:1: error: expected `,` or `]`\n 4 | }\n   | ^",);
    assert_eq!(
        whole(&program("[{\"näme\": 1, \"name\": 2}]")),
        "JSON:3:37: error: \"name\" is a text\n 3 |   \"functions\": [{\"näme\": 1, \"name\": 2}]\n   |                                     ^",
    );
    assert!(whole(&program("[], ä")).starts_with("JSON:3:20: error: key must be a string"), "{}", whole(&program("[], ä")));
    assert!(whole(&program("[ä")).starts_with("JSON:3:17: error: expected value"), "{}", whole(&program("[ä")));
}

#[test]
fn deep_trees_survive_every_pass() {
    let n = 990;
    let programs = [
        format!("main() {{ return 1{}; }}", " + 1".repeat(n)),
        format!("main() {{ return {}1{}; }}", "1 - (".repeat(n), ")".repeat(n)),
        format!("main() {{ return {}1; }}", "!".repeat(n)),
        format!("main() {{ {}{} return 0; }}", "{".repeat(n), "}".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "if (1) {} else ".repeat(n)),
        format!("main() {{ {} output 1; return 0; }}", "while (1) ".repeat(n)),
        format!("main() {{ return {}1{}; }}", "[".repeat(n), "]".repeat(n)),
        format!("main() {{ var x; return {}x{}; }}", "(*".repeat(n / 2), ").f".repeat(n / 2)),
    ];
    for p in &programs {
        let ast = parse("t.uc", p).unwrap();
        let text = print(&ast);
        assert!(parse("t.uc", &text).unwrap().same(&ast));
        assert!(json::import(&json::export(&ast, 0)).unwrap().same(&ast));
        assert!(!cfg::cfg_text(&ast).is_empty());
    }
}

#[test]
fn graphs_have_one_statement_per_node() {
    let ast = parse("t.uc", "main() {\n var y, z;\n z = input;\n y = 1;\n if (z == 0) {\n y = 2;\n } else {\n y = 3 / z;\n }\n while (z > 0)\n z = z - 1;\n return y;\n}\n").unwrap();
    let expected = "main
  0 [1:1] entry of main  -> 2
  1 [13:1] exit of main
  2 [2:2] var y, z;  -> 3
  3 [3:2] z = input;  -> 4
  4 [4:2] y = 1;  -> 5
  5 [5:2] if (z == 0)  -> yes 6, no 7
  6 [6:2] y = 2;  -> 8
  7 [8:2] y = 3 / z;  -> 8
  8 [10:2] while (z > 0)  -> yes 9, no 10
  9 [11:2] z = z - 1;  -> 8
  10 [12:2] return y;  -> 1
";
    assert_eq!(cfg::cfg_text(&ast), expected);
    let dot = cfg::cfg_dot(&ast);
    assert!(dot.contains("f0_5 [label=\"if (z == 0)\", shape=diamond];"));
    assert!(dot.contains("f0_5 -> f0_6 [label=\"yes\"];"));
}
