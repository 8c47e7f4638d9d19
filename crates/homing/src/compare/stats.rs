//! Median, semi-interquartile range, outliers and time-outs, as Table 1 of *Directed Symbolic Execution* (section 3) has them.

use serde::Serialize;

use super::results::{Outcome, Run};

/// The runs of one strategy together. Infinite values are `None`.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub strategy: String,
    pub runs: usize,
    pub reached: usize,
    pub unreachable: usize,
    pub time_outs: usize,
    pub out_of_memory: usize,
    pub unknown: usize,
    pub failed: usize,
    /// 50 x solver calls + instructions.
    pub work: Spread,
    pub cpu_seconds: Spread,
}

/// How values are spread.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Infinite if more than half of the runs did not come to a decision.
    pub median: Option<f64>,
    pub lower_quartile: Option<f64>,
    pub upper_quartile: Option<f64>,
    /// Half of what is between the quartiles; infinite if more than a quarter of the runs did not come to a decision.
    pub siqr: Option<f64>,
    /// Runs that are more than 3 x SIQR below the lower or above the upper quartile. Not counted when the SIQR is infinite.
    pub outliers: usize,
}

impl Summary {
    /// Of the runs of that strategy. Failed runs count nowhere.
    pub fn new(strategy: &str, runs: &[&Run]) -> Summary {
        let own: Vec<&Run> = runs.iter().copied().filter(|r| r.strategy == strategy).collect();
        let count = |o: Outcome| own.iter().filter(|r| r.outcome == o).count();
        let valid: Vec<&Run> = own.iter().copied().filter(|r| r.outcome != Outcome::Failed).collect();
        let values = |of: &dyn Fn(&Run) -> f64| {
            let value = |r: &&Run| if r.outcome.decided() { of(r) } else { f64::INFINITY };
            Spread::new(valid.iter().map(value).collect())
        };
        Summary {
            strategy: strategy.into(),
            runs: valid.len(),
            reached: count(Outcome::Reached),
            unreachable: count(Outcome::Unreachable),
            time_outs: count(Outcome::TimeOut),
            out_of_memory: count(Outcome::OutOfMemory),
            unknown: count(Outcome::Unknown),
            failed: count(Outcome::Failed),
            work: values(&|r| r.work as f64),
            cpu_seconds: values(&|r| r.cpu_seconds),
        }
    }
}

impl Spread {
    /// Runs without a decision have the value infinity.
    pub fn new(mut values: Vec<f64>) -> Spread {
        values.sort_by(f64::total_cmp);
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|q| quantile(&values, q));
        let siqr = (upper - lower) / 2.0;
        let far = |v: &&f64| **v < lower - 3.0 * siqr || **v > upper + 3.0 * siqr;
        let outliers = if siqr.is_finite() { values.iter().filter(far).count() } else { 0 };
        let finite = |v: f64| v.is_finite().then_some(v);
        Spread {
            median: finite(median),
            lower_quartile: finite(lower),
            upper_quartile: finite(upper),
            siqr: finite(siqr),
            outliers,
        }
    }
}

/// The value below which a part `q` of the sorted values lies, between two of them in proportion. It is infinite exactly if more than a
/// part of 1 - q is: where only the upper of two is infinite, the lower counts. NaN for no values.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let n = sorted.len();
    if n == 0 {
        return f64::NAN;
    }
    let infinite = sorted.iter().filter(|v| v.is_infinite()).count();
    if infinite as f64 > (1.0 - q) * n as f64 {
        return f64::INFINITY;
    }
    let at = q * (n - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    if above.is_infinite() { below } else { below + (above - below) * at.fract() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn forty_one_runs() {
        let s = Spread::new((1..=41).map(f64::from).collect());
        assert_eq!((s.median, s.lower_quartile, s.upper_quartile, s.siqr), (Some(21.0), Some(11.0), Some(31.0), Some(10.0)));
        assert_eq!(s.outliers, 0);
        // 3 x SIQR above the upper quartile is 61.
        let mut values: Vec<f64> = (1..=41).map(f64::from).collect();
        values[40] = 61.0;
        assert_eq!(Spread::new(values.clone()).outliers, 0);
        values[40] = 61.5;
        assert_eq!(Spread::new(values).outliers, 1);
    }

    /// The median is infinite if more than half, the SIQR if more than a quarter of the runs time out.
    #[test]
    fn time_outs_are_infinite() {
        for n in [1usize, 2, 3, 4, 5, 8, 40, 41, 42, 43] {
            for out in 0..=n {
                let values = (0..n).map(|i| if i < n - out { i as f64 } else { INF }).collect();
                let s = Spread::new(values);
                assert_eq!(s.median.is_none(), 2 * out > n, "{out} of {n}");
                assert_eq!(s.siqr.is_none(), 4 * out > n, "{out} of {n}");
            }
        }
    }

    #[test]
    fn time_outs_are_outliers_while_the_quartiles_are_finite() {
        let mut values = vec![5.0; 38];
        values.extend([INF; 3]);
        let s = Spread::new(values);
        assert_eq!((s.median, s.siqr, s.outliers), (Some(5.0), Some(0.0), 3));
        assert_eq!(Spread::new(vec![]), Spread::default());
    }

    #[test]
    fn between_two_values() {
        let s = Spread::new(vec![1.0, 2.0, 3.0, 4.0]);
        assert_eq!((s.lower_quartile, s.median, s.upper_quartile), (Some(1.75), Some(2.5), Some(3.25)));
    }
}
