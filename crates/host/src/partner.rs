//! A process that answers messages.

use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::process::{Child, dies_with_us, limit_data};

/// A process that reads a message from its standard input, writes its answer to its standard output, and so on. Messages come after their
/// length (four bytes, lowest first). It goes with us.
pub struct Partner {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
    share: Share,
}

/// Nanoseconds of CPU time that partners have used, as far as anybody looked.
static USED: AtomicU64 = AtomicU64::new(0);

/// CPU seconds of all partners so far; of one that is at work, as of some milliseconds ago.
pub(crate) fn partners_cpu() -> f64 {
    USED.load(Ordering::Relaxed) as f64 * 1e-9
}

/// Counts what another process has done of a run's own work ([`crate::clock::common_cpu`]): what it has used so far, again and again.
#[derive(Debug, Default)]
pub struct Share {
    counted: Duration,
}

impl Share {
    /// It has used this much now.
    pub fn has_used(&mut self, now: Duration) {
        USED.fetch_add(now.saturating_sub(self.counted).as_nanos() as u64, Ordering::Relaxed);
        self.counted = self.counted.max(now);
    }
}

/// How often the asker is asked whether to wait on, in milliseconds.
const LOOK: libc::c_int = 20;

impl Partner {
    /// Starts it, with at most that many bytes of data.
    pub fn start(c: &mut Command, memory: u64) -> io::Result<Partner> {
        c.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        dies_with_us(c);
        limit_data(c, memory);
        let mut child = Child::start(c)?;
        let pipes = (child.stdin(), child.stdout());
        let (Some(to), Some(from)) = pipes else { return Err(io::Error::other("no pipe")) };
        Ok(Partner { child, to, from, share: Share::default() })
    }

    /// Sends a message and waits for the answer, until `give_up`, which gets the CPU time since the message was sent, says otherwise. The
    /// answer, with that time.
    pub fn exchange(&mut self, message: &[u8], give_up: &mut dyn FnMut(Duration) -> bool) -> io::Result<(Vec<u8>, Duration)> {
        let before = self.cpu();
        let length = u32::try_from(message.len()).map_err(|_| io::Error::other("a message of more than 4 GB"))?;
        self.to.write_all(&length.to_le_bytes())?;
        self.to.write_all(message)?;
        self.to.flush()?;
        let mut answer = Vec::new();
        let mut wanted = None;
        loop {
            if self.is_readable()? {
                self.read(&mut answer)?;
                if wanted.is_none() && answer.len() >= 4 {
                    let (length, rest) = answer.split_at(4);
                    wanted = Some(u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize);
                    answer = rest.to_vec();
                }
                if wanted.is_some_and(|n| answer.len() >= n) {
                    return Ok((answer, self.cpu().saturating_sub(before)));
                }
                continue;
            }
            if give_up(self.cpu().saturating_sub(before)) {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "given up"));
            }
        }
    }

    /// CPU time of the process so far.
    fn cpu(&mut self) -> Duration {
        let now = self.child.cpu_time().unwrap_or(self.share.counted);
        self.share.has_used(now);
        now
    }

    /// Waits a moment for something to read; the end is something.
    fn is_readable(&self) -> io::Result<bool> {
        let mut fd = libc::pollfd { fd: self.from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: the call writes into `fd` and nothing else.
        match unsafe { libc::poll(&mut fd, 1, LOOK) } {
            -1 => match io::Error::last_os_error() {
                e if e.kind() == io::ErrorKind::Interrupted => Ok(false),
                e => Err(e),
            },
            n => Ok(n > 0),
        }
    }

    fn read(&mut self, answer: &mut Vec<u8>) -> io::Result<()> {
        let mut piece = [0; 1 << 16];
        match self.from.read(&mut piece) {
            Ok(0) => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it ended")),
            Ok(n) => {
                answer.extend(&piece[..n]);
                Ok(())
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(()),
            Err(e) => Err(e),
        }
    }
}

impl Drop for Partner {
    fn drop(&mut self) {
        self.child.kill_group();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn shell(script: &str) -> Partner {
        Partner::start(Command::new("sh").args(["-c", script]), 1 << 30).unwrap()
    }

    #[test]
    fn messages_are_answered() {
        let mut echo = shell("exec cat");
        for size in [0, 1, 100, 60_000] {
            let message = vec![7; size];
            assert_eq!(echo.exchange(&message, &mut |_| false).unwrap().0, message);
        }
    }

    #[test]
    fn one_that_does_not_answer_is_given_up() {
        let start = Instant::now();
        let mut deaf = shell("sleep 60");
        assert_eq!(deaf.exchange(b"?", &mut |_| true).unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(deaf);
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn cpu_time_is_told_and_half_an_answer_is_none() {
        let mut busy = shell("while true; do :; done");
        let mut used = Duration::ZERO;
        let late = Instant::now() + Duration::from_secs(60);
        let _ = busy.exchange(b"?", &mut |cpu| {
            used = cpu;
            cpu > Duration::from_millis(100) || Instant::now() > late
        });
        assert!(used > Duration::from_millis(100), "{used:?}");
        assert!(partners_cpu() >= used.as_secs_f64());
        let mut half = shell("head -c 4 >/dev/null; printf '\\004\\000\\000\\000ab'");
        assert_eq!(half.exchange(b"", &mut |_| false).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
