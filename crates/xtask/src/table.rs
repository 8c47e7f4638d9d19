//! Plain text tables.

/// Rows of cells under a heading; columns as wide as their widest cell.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(heading: &[&str]) -> Table {
        Table { rows: vec![heading.iter().map(|s| s.to_string()).collect()] }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// As a Markdown table that is also readable as it is. Columns that hold only numbers are aligned to the right.
    pub fn markdown(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |r: &Vec<String>, c: usize| r.get(c).cloned().unwrap_or_default();
        let width: Vec<usize> =
            (0..columns).map(|c| self.rows.iter().map(|r| cell(r, c).chars().count()).max().unwrap_or(0).max(3)).collect();
        let right: Vec<bool> = (0..columns).map(|c| self.rows.iter().skip(1).all(|r| numeric(&cell(r, c)))).collect();
        let mut text = String::new();
        for (i, r) in self.rows.iter().enumerate() {
            let cells: Vec<String> = (0..columns)
                .map(|c| if right[c] { format!("{:>1$}", cell(r, c), width[c]) } else { format!("{:1$}", cell(r, c), width[c]) })
                .collect();
            text += &format!("| {} |\n", cells.join(" | "));
            if i == 0 {
                let rules: Vec<String> =
                    (0..columns).map(|c| "-".repeat(width[c] + 1) + if right[c] { ":" } else { "-" }).collect();
                text += &format!("|{}|\n", rules.join("|"));
            }
        }
        text
    }
}

fn numeric(s: &str) -> bool {
    s.chars().all(|c| c.is_ascii_digit() || ".,-–x ".contains(c))
}

/// `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Bytes as whole megabytes (of 1,000,000 bytes).
pub fn megabytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!([grouped(0), grouped(999), grouped(1000), grouped(1234567)], ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn columns_line_up() {
        let mut t = Table::new(&["name", "n"]);
        t.row(vec!["a".into(), "10".into()]);
        t.row(vec!["longer".into(), "9".into()]);
        assert_eq!(t.markdown(), "| name   |   n |\n|--------|----:|\n| a      |  10 |\n| longer |   9 |\n");
    }
}
