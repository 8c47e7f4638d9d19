//! `homing microc export` and `homing microc cfg`.

use homing_host::Failure;
use homing_microc::Ast;
use homing_microc::cfg::{Cfg, EdgeKind as CfgEdge, NodeKind, cfg_dot, cfg_text};

use crate::cli::microc::{CfgArgs, CfgFormat, ExportArgs};
use crate::draw::{Edge, EdgeKind, Node, Picture, shorten, svg};

/// Runs `homing microc export`; the exit code.
pub fn export(args: &ExportArgs) -> Result<i32, Failure> {
    let ast = homing_driver::read_microc(&args.file)?;
    let mut text = homing_microc::json::export(&ast, args.indent.into());
    if !text.ends_with('\n') {
        text.push('\n');
    }
    put(args.output.as_deref(), &text)
}

/// Runs `homing microc cfg`; the exit code.
pub fn cfg(args: &CfgArgs) -> Result<i32, Failure> {
    let mut ast = homing_driver::read_microc(&args.file)?;
    if args.norm {
        ast = homing_microc::normalise(&ast).map_err(|e| Failure::input(format!("{}: {e}", args.file.display())))?;
    }
    let by_name = match args.output.as_ref().and_then(|o| o.extension()?.to_str()) {
        Some("svg") => CfgFormat::Svg,
        Some("dot" | "gv") => CfgFormat::Dot,
        _ => CfgFormat::Text,
    };
    let text = match args.format.unwrap_or(by_name) {
        CfgFormat::Text => cfg_text(&ast),
        CfgFormat::Dot => cfg_dot(&ast),
        CfgFormat::Svg => svg(&picture(&ast)),
    };
    put(args.output.as_deref(), &text)
}

fn put(path: Option<&std::path::Path>, text: &str) -> Result<i32, Failure> {
    match path {
        Some(path) => crate::distances::write(path, text)?,
        None => crate::output::print(text),
    }
    Ok(0)
}

/// All graphs on one page, a box for each function.
fn picture(ast: &Ast) -> Picture {
    let mut picture = Picture { title: format!("control flow of {}", ast.file), ..Picture::default() };
    for (group, cfg) in Cfg::of(ast).iter().enumerate() {
        picture.groups.push(format!("{}()", ast.name(cfg.function)));
        let first = picture.nodes.len() as u32;
        for (n, node) in cfg.nodes.iter().enumerate() {
            let text = cfg.text(ast, n as u32);
            let inner = matches!(node.kind, NodeKind::Entry | NodeKind::Exit);
            picture.nodes.push(Node {
                head: if inner { text.clone() } else { format!("{n}, line {}", node.pos.line) },
                lines: if inner { Vec::new() } else { vec![shorten(&text)] },
                bare: true,
                entry: node.kind == NodeKind::Entry,
                group,
                ..Node::default()
            });
            for e in &node.successors {
                let kind = match e.kind {
                    // Nodes are numbered in the order of the source, but for the exit: an edge back is a loop's.
                    CfgEdge::Next if e.to <= n as u32 && e.to != 1 => EdgeKind::Loop,
                    CfgEdge::Next => EdgeKind::Flow,
                    CfgEdge::True => EdgeKind::Then,
                    CfgEdge::False => EdgeKind::Else,
                };
                picture.edges.push(Edge { from: first + n as u32, to: first + e.to, kind });
            }
        }
    }
    picture
}
