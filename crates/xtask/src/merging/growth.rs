//! How the work grows with the number of decisions, with states joined and without: a table and a plot.

use std::fmt::Write;
use std::path::Path;

use super::{Args, PATIENCE};
use crate::{bench, engine};

/// Programs of `tests/programs/merging` with a number of decisions `N`, the numbers they are run with, and those without joining.
const FAMILIES: [(&str, [u64; 6], &[u64]); 5] = [
    ("independent", [10, 20, 30, 40, 50, 60], &[2, 4, 6, 8, 10]),
    ("bits", [10, 20, 30, 40, 50, 60], &[2, 4, 6, 8, 10]),
    ("checksum", [10, 20, 30, 40, 50, 60], &[2, 4, 6, 8, 10]),
    ("machine", [10, 20, 30, 40, 50, 60], &[2, 4, 6, 8, 10]),
    ("pointers", [10, 20, 30, 40, 50, 60], &[2, 3, 4, 5, 6]),
];

/// What a question costs, in instructions: as strategies count work.
const QUESTION: u64 = 50;

/// The work for each decision may grow by that much from the third number of decisions to the last.
const MOST: f64 = 1.5;

/// A program run with some number of decisions.
struct Point {
    family: &'static str,
    merge: String,
    n: u64,
    work: u64,
    cells: Vec<String>,
}

/// Runs everything; a row for each run, and whether work is in proportion to the number of decisions.
pub fn run(args: &Args, homing: &Path) -> Result<(String, bool), String> {
    let mut points = Vec::new();
    for (family, joined, none) in FAMILIES.iter().filter(|f| args.only.as_ref().is_none_or(|o| f.0.contains(o.as_str()))) {
        for n in joined {
            points.push(point(args, homing, family, &args.merge, *n)?);
        }
        for n in *none {
            points.push(point(args, homing, family, "none", *n)?);
        }
    }
    let mut text =
        ["program", "joined", "N", "verdict", "work", "instructions", "forks", "questions", "terms", "CPU s"].join("\t") + "\n";
    points.iter().for_each(|p| text += &(p.cells.join("\t") + "\n"));
    print!("{text}");
    if let Some(path) = &args.svg {
        std::fs::write(path, plot(&points)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let good = FAMILIES.iter().all(|(family, numbers, _)| {
        let each = |n: u64| {
            points.iter().find(|p| p.family == *family && p.n == n && p.merge != "none").map(|p| p.work as f64 / n as f64)
        };
        each(numbers[5]).zip(each(numbers[2])).is_none_or(|(last, middle)| last <= middle * MOST)
    });
    Ok((text, good))
}

fn point(args: &Args, homing: &Path, family: &'static str, merge: &str, n: u64) -> Result<Point, String> {
    let folder = crate::scratch("growth")?;
    let source = crate::root().join("tests/programs/merging").join(family).with_extension("c");
    let text = std::fs::read_to_string(&source).map_err(|e| format!("{}: {e}", source.display()))?;
    let line = text.lines().position(|l| l.ends_with("// <target>")).ok_or(format!("{family}: no target"))? + 1;
    let bitcode = folder.join("program.bc");
    bench::compile(&source, &bitcode, &[&format!("-DN={n}")])?;
    let target = format!("{}:{line}", source.display());
    let limit = format!("{}s", args.time);
    let line = [
        "reach",
        &bitcode.display().to_string(),
        "--target",
        &target,
        "--replay",
        "interpreter",
        "--merge",
        merge,
        "--cpu-time",
        &limit,
    ]
    .map(String::from);
    let run = engine::run(homing, &line, args.time * PATIENCE, &folder)?;
    let report = run.report.as_ref().ok_or_else(|| format!("{family}, {n}: {}", run.reason()))?;
    let s = &report.statistics;
    let work = s.instructions + QUESTION * s.solver_calls;
    let mut cells = vec![format!("`{family}.c`"), merge.into(), n.to_string(), run.verdict().into()];
    cells.extend([work, s.instructions, s.forks, s.solver_calls, s.terms].map(|c| c.to_string()));
    cells.push(format!("{:.2}", run.own_cpu()));
    eprintln!("{}", cells.join("\t"));
    Ok(Point { family, merge: merge.into(), n, work, cells })
}

/// Work by number of decisions: solid lines with states joined, dashed ones without, as far as those are run.
fn plot(points: &[Point]) -> String {
    const COLOURS: [&str; 5] = ["#4477aa", "#ee6677", "#228833", "#aa7700", "#aa3377"];
    let (left, top, width, height) = (60.0, 20.0, 560.0, 320.0);
    let most_n = points.iter().map(|p| p.n).max().unwrap_or(1) as f64;
    // Lines without joining leave through the top.
    let most = points.iter().filter(|p| p.merge != "none").map(|p| p.work).max().unwrap_or(1) as f64 * 1.5;
    let x = |n: u64| left + n as f64 / most_n * width;
    let y = |work: u64| top + height - work as f64 / most * height;
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 390\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"780\" height=\"390\" fill=\"#fff\"/>\n",
    );
    let _ =
        writeln!(out, "<clipPath id=\"in\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/></clipPath>");
    let _ = writeln!(out, "<path d=\"M{left} {top}v{height}h{width}\" fill=\"none\" stroke=\"#000\"/>");
    for i in 0..=4 {
        let work = (most * f64::from(i) / 4.0) as u64;
        let _ =
            writeln!(out, "<text x=\"{}\" y=\"{:.0}\" text-anchor=\"end\">{}</text>", left - 6.0, y(work) + 4.0, thousands(work));
    }
    for n in (10..=most_n as u64).step_by(10) {
        let _ = writeln!(out, "<text x=\"{:.0}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", x(n), top + height + 16.0);
    }
    for (i, (family, ..)) in FAMILIES.iter().enumerate() {
        let colour = COLOURS[i];
        for dashed in [false, true] {
            let line: Vec<&Point> = points.iter().filter(|p| p.family == *family && (p.merge == "none") == dashed).collect();
            if line.is_empty() {
                continue;
            }
            let at: Vec<String> = line.iter().map(|p| format!("{:.1},{:.1}", x(p.n), y(p.work))).collect();
            let dash = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
            let _ = writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" clip-path=\"url(#in)\"{dash}/>",
                at.join(" ")
            );
        }
        let row = top + 20.0 + 20.0 * i as f64;
        let _ = writeln!(out, "<text x=\"{}\" y=\"{row}\" fill=\"{colour}\">{family}.c</text>", left + width + 20.0);
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"160\">solid: states joined</text>", left + width + 20.0);
    let _ = writeln!(out, "<text x=\"{}\" y=\"180\">dashed: not joined</text>", left + width + 20.0);
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\">number of decisions; upwards: instructions + {QUESTION} x questions</text>",
        top + height + 38.0
    );
    out.push_str("</svg>\n");
    out
}

fn thousands(n: u64) -> String {
    if n >= 10_000 { format!("{} k", n / 1000) } else { n.to_string() }
}
