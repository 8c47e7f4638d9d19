//! CPU time and memory of this process and of its children.

/// CPU seconds used so far by this process.
pub fn own_cpu() -> f64 {
    cpu(libc::RUSAGE_SELF)
}

/// CPU seconds of this process, of its partners ([`crate::Partner`]) and of others that do a part of its work ([`crate::Share`]).
pub fn common_cpu() -> f64 {
    own_cpu() + crate::partner::partners_cpu()
}

/// CPU seconds used so far by children that have ended.
pub fn children_cpu() -> f64 {
    cpu(libc::RUSAGE_CHILDREN)
}

/// The largest resident size of this process so far, in bytes.
pub fn peak_memory() -> u64 {
    usage(libc::RUSAGE_SELF).map(|u| u.ru_maxrss as u64 * 1024).unwrap_or(0)
}

/// Bytes of memory that this machine (or this control group) has.
pub fn machine_memory() -> Option<u64> {
    let total = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = total.lines().find(|l| l.starts_with("MemTotal:"))?;
    let machine = line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024;
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|p| std::fs::read_to_string(p).ok()?.trim().parse::<u64>().ok())
        .min();
    Some(group.unwrap_or(machine).min(machine))
}

/// Bytes of memory that nobody uses now, or that can be had without taking them from others; also of this control group.
pub fn free_memory() -> Option<u64> {
    let all = std::fs::read_to_string("/proc/meminfo").ok()?;
    let field = |name: &str| {
        let line = all.lines().find(|l| l.starts_with(name))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    };
    let machine = field("MemAvailable:").or_else(|| field("MemTotal:"))?;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = [
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ];
    let left = group.iter().filter_map(|(most, used)| Some(number(most)?.saturating_sub(number(used)?))).min();
    Some(left.unwrap_or(machine).min(machine))
}

/// What a run may use if nobody says otherwise: three quarters of what is free.
pub fn default_memory() -> Option<u64> {
    free_memory().map(|free| free / 4 * 3)
}

fn cpu(who: libc::c_int) -> f64 {
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    usage(who).map(|u| seconds(u.ru_utime) + seconds(u.ru_stime)).unwrap_or(0.0)
}

fn usage(who: libc::c_int) -> Option<libc::rusage> {
    let mut u = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: getrusage fills the struct it is given, and it is read only when the call says that it did.
    unsafe { if libc::getrusage(who, u.as_mut_ptr()) == 0 { Some(u.assume_init()) } else { None } }
}

/// Bytes that this process has in memory now, if the system tells.
pub fn resident_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    // SAFETY: sysconf only reads a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}
