//! The page: complete, harmless whatever the program is called, and of a size that stays usable.

use homing_page::{Finding, Page, of_report, render};
use homing_report::{ErrorReport, Input, LossReport, Place, Replay, Report, Step, TargetReport, Test, Verdict};

const SOURCE: &str = "int f(int a) {\n  if (a < 3 && \"<b>\")\n    return 1;\n  return 2;\n}\n";

fn place(line: u32) -> Place {
    Place { function: "f".into(), file: "/p/a.c".into(), line, column: 1 }
}

fn test(steps: usize) -> Test {
    let step = |i: usize| Step { function: "f".into(), file: "/p/a.c".into(), line: [1, 2, 3][i % 3], times: 1 };
    let input = Input {
        name: "<x>".into(),
        type_name: "char[2]".into(),
        value: "\"\\n&\"".into(),
        bytes: "0a26".into(),
        ..Input::default()
    };
    Test {
        file: Some("test000001.ktest".into()),
        inputs: vec![input],
        path: (0..steps).map(step).collect(),
        path_omitted: 5,
        ..Test::default()
    }
}

fn report() -> Report {
    let error = ErrorReport {
        kind: "null".into(),
        message: "null pointer".into(),
        place: place(3),
        stack: vec![place(3)],
        ..ErrorReport::default()
    };
    let reached = TargetReport {
        target: "error:null@a.c:3".into(),
        verdict: Verdict::Reached,
        replay: Some(Replay { by: "native".into(), why: None }),
        test: Some(test(4)),
        error: Some(error),
        ..TargetReport::default()
    };
    let unknown = TargetReport {
        target: "a.c:4".into(),
        places: vec![place(4)],
        reasons: vec!["the limit of time was met".into()],
        advice: vec!["raise --time".into()],
        ..TargetReport::default()
    };
    let proved = TargetReport { target: "a.c:9".into(), verdict: Verdict::Unreachable, ..TargetReport::default() };
    let loss = LossReport {
        what: "a function without a body".into(),
        detail: "`g<T>`".into(),
        place: place(2),
        count: 1234,
        ..LossReport::default()
    };
    Report {
        command: "reach".into(),
        files: vec!["a.c".into()],
        entry: "main".into(),
        targets: vec![reached, unknown, proved],
        losses: vec![loss],
        ..Report::default()
    }
}

fn page(report: &Report) -> String {
    let page = of_report(report, &|test| format!("homing replay out/{test} a.c"));
    render(&page, &mut |path| (path == "/p/a.c").then(|| SOURCE.to_string()))
}

#[test]
fn everything_is_on_it() {
    let text = page(&report());
    for part in [
        "<b class=\"verdict\">REACHED</b> <span>error:null@a.c:3</span>",
        "<b>null</b>: null pointer",
        "Confirmed by: native.",
        "<code class=\"dim\">0a 26</code>",
        "homing replay out/test000001.ktest a.c",
        "data-copy=\"r0\"",
        "Path: 4 steps, 5 left out",
        "<div class=\"line goal\"><i>1×</i><i>3</i><code>    return 1;</code></div>",
        "<div class=\"line ran\"><i>2×</i><i>1</i>",
        "the limit of time was met",
        "raise --time",
        "UNREACHABLE",
        "1\u{202f}234",
        "1 kind of loss",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn nothing_of_the_program_becomes_markup_and_nothing_is_loaded() {
    let mut report = report();
    report.targets[0].target = "</title><script>alert(1)</script>".into();
    report.files = vec!["\"><img src=x onerror=alert(1)>".into()];
    report.notes = vec!["<i>".into()];
    let text = page(&report);
    assert!(!text.contains("<script>alert") && !text.contains("<img") && !text.contains("<i>\n</li>"), "{text}");
    assert!(text.contains("&lt;x&gt;") && text.contains("&lt;b&gt;") && text.contains("g&lt;T&gt;"));
    assert!(
        text.contains("default-src 'none'")
            && !text.contains("http://")
            && !text.contains("https://")
            && !text.contains("src=\"")
    );
    assert_eq!(text.matches("<details").count(), text.matches("</details>").count());
    assert_eq!(text.matches("<div").count(), text.matches("</div>").count());
    assert_eq!((text.matches("<table").count(), text.matches("<h1>").count()), (text.matches("</table>").count(), 1));
}

#[test]
fn long_paths_come_in_blocks() {
    let long = test(100_000);
    let page = Page {
        findings: vec![Finding {
            name: "n".into(),
            verdict: "REACHED".into(),
            class: "found",
            test: Some(&long),
            ..Finding::default()
        }],
        ..Page::default()
    };
    let text = render(&page, &mut |_| Some(SOURCE.into()));
    assert_eq!(text.matches("<div class=\"block\">").count(), 500);
    assert!(text.len() < 20_000_000 && text.contains("Path: 100\u{202f}000 steps"), "{}", text.len());
}

#[test]
fn sources_that_are_gone_leave_the_numbers_of_lines() {
    let text = render(&of_report(&report(), &|t| t.into()), &mut |_| None);
    assert!(text.contains("<div class=\"line\"><i></i><i>2</i><code></code></div>"), "{text}");
}
