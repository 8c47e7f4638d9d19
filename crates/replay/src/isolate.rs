//! A program that is replayed gets a world of its own where the system allows it: it can write nowhere but in its folder
//! and in a folder for temporary files that is empty, has no network, sees no other process, and whatever it starts is gone when it is.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use homing_host::in_path;
use homing_host::process::works;
use homing_posix::USER;

/// How replayed programs are kept apart from the rest of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// In namespaces of their own: user, mount, network, IPC, host name, and processes unless `pid` is false.
    Namespaces { pid: bool },
    /// Under `bwrap`, which may be allowed what we are not.
    Bwrap(PathBuf),
    /// With limits only.
    Limits { why: String },
}

impl Isolation {
    /// The best kind that works here; found out once.
    pub fn here() -> &'static Isolation {
        static FOUND: OnceLock<Isolation> = OnceLock::new();
        FOUND.get_or_init(probe)
    }

    /// For the report.
    pub fn told(&self) -> String {
        match self {
            Isolation::Namespaces { pid: true } => {
                "in namespaces of its own (user, mount, network, IPC, processes), with limits of time, memory and file size"
                    .into()
            }
            Isolation::Namespaces { pid: false } => {
                "in namespaces of its own (user, mount, network, IPC), with limits of time, memory and file size".into()
            }
            Isolation::Bwrap(_) => "under bwrap, with limits of time, memory and file size".into(),
            Isolation::Limits { why } => {
                format!("with limits of time, memory and file size, but not isolated: namespaces are not allowed here ({why})")
            }
        }
    }
}

fn probe() -> Isolation {
    let mut why = String::new();
    for pid in [true, false] {
        match try_out(pid) {
            Ok(()) => return Isolation::Namespaces { pid },
            Err(e) => why = e.to_string(),
        }
    }
    match bwrap() {
        Some(path) => Isolation::Bwrap(path),
        None => Isolation::Limits { why },
    }
}

/// Enters namespaces in a process made for that.
fn try_out(pid: bool) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let entry = Entry::new(folder.path(), folder.path(), false, pid)?;
    // SAFETY: the child only makes system calls and leaves without running anything of ours.
    unsafe {
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => libc::_exit(entry.enter().map_or_else(|e| e.raw_os_error().unwrap_or(libc::EPERM).clamp(1, 255), |()| 0)),
            child => match wait(child, child) {
                Some(0) => Ok(()),
                Some(status) if libc::WIFEXITED(status) => Err(io::Error::from_raw_os_error(libc::WEXITSTATUS(status))),
                _ => Err(io::Error::from_raw_os_error(libc::EPERM)),
            },
        }
    }
}

/// `bwrap`, if it is there and works.
pub fn bwrap() -> Option<PathBuf> {
    let path = in_path("bwrap")?;
    let mut c = std::process::Command::new(&path);
    c.args(bwrap_flags(Path::new("/tmp"), Path::new("/"), false)).arg("true");
    works(&mut c).then_some(path)
}

/// What `bwrap` has to be told: `folder` can be written to, the run starts in `inside`; with an empty folder for temporary files or without.
pub fn bwrap_flags(folder: &Path, inside: &Path, temporary: bool) -> Vec<std::ffi::OsString> {
    let user = USER.to_string();
    let fixed = ["--die-with-parent", "--unshare-all", "--uid", &user, "--gid", &user, "--ro-bind", "/", "/", "--dev", "/dev"];
    let mut all: Vec<std::ffi::OsString> = fixed.iter().map(Into::into).collect();
    all.extend(["--proc".into(), "/proc".into()]);
    if temporary {
        all.extend(["--tmpfs".into(), TEMPORARY.into()]);
        all.extend(shown(folder).iter().flat_map(|p| ["--ro-bind".into(), p.into(), p.into()]));
    }
    all.extend(["--bind".into(), folder.into(), folder.into()]);
    all.extend(["--chdir".into(), inside.into(), "--".into()]);
    all
}

/// Where temporary files go.
const TEMPORARY: &str = "/tmp";

/// What a program must see although it lies among the temporary files: what it was built from and itself.
fn shown(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = folder.parent().map(Path::to_path_buf).into_iter().chain(std::env::current_dir()).collect();
    all.retain(|p| p.starts_with(TEMPORARY) && p != Path::new(TEMPORARY));
    all.dedup();
    all
}

/// Everything that is needed between fork and exec, where nothing may be allocated.
pub struct Entry {
    /// The one folder that can be written to.
    folder: CString,
    /// Where the program starts.
    inside: CString,
    /// The folder that is shown as the one for temporary files, and what is shown in it: from where, and its place there.
    temporary: Option<(CString, Vec<(CString, CString)>)>,
    user: Vec<u8>,
    group: Vec<u8>,
    pid: bool,
}

impl Entry {
    /// With an empty folder for temporary files (which is made inside of `folder`), or without.
    pub fn new(folder: &Path, inside: &Path, temporary: bool, pid: bool) -> io::Result<Entry> {
        let text = |p: &Path| CString::new(p.as_os_str().as_bytes()).map_err(io::Error::other);
        // SAFETY: these two cannot fail.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        // The program believes to be the user of the model.
        let map = |id: u32| format!("{USER} {id} 1\n").into_bytes();
        let temporary = if temporary { Some(Self::temporary(folder)?) } else { None };
        Ok(Entry { folder: text(folder)?, inside: text(inside)?, temporary, user: map(user), group: map(group), pid })
    }

    fn temporary(folder: &Path) -> io::Result<(CString, Vec<(CString, CString)>)> {
        let text = |p: &Path| CString::new(p.as_os_str().as_bytes()).map_err(io::Error::other);
        let scratch = folder.join("tmp");
        std::fs::create_dir_all(&scratch)?;
        std::fs::set_permissions(&scratch, std::fs::Permissions::from_mode(0o1777))?;
        let mut parts = Vec::new();
        for from in shown(folder) {
            let place = scratch.join(from.strip_prefix(TEMPORARY).expect("it lies there"));
            std::fs::create_dir_all(&place)?;
            parts.push((text(&from)?, text(&place)?));
        }
        Ok((text(&scratch)?, parts))
    }

    /// Moves the calling process into namespaces of its own. With a namespace of processes it returns in a child of a child:
    /// the first process of such a namespace is deaf to signals that it has no handler for, so the program must not be that.
    ///
    /// # Safety
    /// To be called only between fork and exec (or exit), in a process with one thread.
    pub unsafe fn enter(&self) -> io::Result<()> {
        let mut flags = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
        if self.pid {
            flags |= libc::CLONE_NEWPID;
        }
        // SAFETY: system calls on strings that live as long as `self`.
        unsafe {
            done(libc::unshare(flags))?;
            put(c"/proc/self/setgroups", b"deny")?;
            put(c"/proc/self/uid_map", &self.user)?;
            put(c"/proc/self/gid_map", &self.group)?;
            self.mounts()?;
            if self.pid {
                let status = shared_word()?;
                fork_and_mirror(status)?;
                done(libc::mount(c"proc".as_ptr(), c"/proc".as_ptr(), c"proc".as_ptr(), PROC_FLAGS, std::ptr::null()))?;
                fork_and_reap(status)?;
            }
            done(libc::chdir(self.inside.as_ptr()))
        }
    }

    /// Everything read-only but the folder and the one for temporary files.
    unsafe fn mounts(&self) -> io::Result<()> {
        let none = std::ptr::null();
        // SAFETY: as above.
        unsafe {
            done(libc::mount(none, c"/".as_ptr(), none, libc::MS_REC | libc::MS_PRIVATE, none.cast()))?;
            let folder = self.folder.as_ptr();
            let bind = libc::MS_BIND | libc::MS_REC;
            done(libc::mount(folder, folder, none, libc::MS_BIND, none.cast()))?;
            if let Some((scratch, parts)) = &self.temporary {
                for (from, place) in parts {
                    done(libc::mount(from.as_ptr(), place.as_ptr(), none, bind, none.cast()))?;
                }
                done(libc::mount(scratch.as_ptr(), c"/tmp".as_ptr(), none, bind, none.cast()))?;
            }
            attributes(c"/".as_ptr(), libc::AT_RECURSIVE, READ_ONLY, 0)?;
            if self.temporary.is_some() {
                attributes(c"/tmp".as_ptr(), 0, 0, READ_ONLY)?;
            }
            attributes(folder, 0, 0, READ_ONLY)
        }
    }
}

const READ_ONLY: u64 = 1;
const PROC_FLAGS: libc::c_ulong = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;

fn done(result: libc::c_int) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// `mount_setattr`, which the C library may not have yet.
unsafe fn attributes(path: *const libc::c_char, flags: libc::c_int, set: u64, clear: u64) -> io::Result<()> {
    let attr: [u64; 4] = [set, clear, 0, 0];
    // SAFETY: the array has the layout and the size that are passed.
    let result = unsafe {
        libc::syscall(libc::SYS_mount_setattr, libc::AT_FDCWD, path, flags, attr.as_ptr(), std::mem::size_of_val(&attr))
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

unsafe fn put(path: &std::ffi::CStr, bytes: &[u8]) -> io::Result<()> {
    // SAFETY: plain system calls on memory that is alive.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        let written = libc::write(fd, bytes.as_ptr().cast(), bytes.len());
        let result = if written == bytes.len() as isize { Ok(()) } else { Err(io::Error::last_os_error()) };
        libc::close(fd);
        result
    }
}

/// A word that parent and children see.
unsafe fn shared_word() -> io::Result<*mut libc::c_int> {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping of one page.
    let page = unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, -1, 0) };
    if page == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(page.cast()) }
}

/// The child goes on, as the first process of its namespace. The parent waits and then ends in the way that `status` says.
unsafe fn fork_and_mirror(status: *mut libc::c_int) -> io::Result<()> {
    // SAFETY: system calls; the parent leaves without running anything of ours.
    unsafe {
        *status = -1;
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => done(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL)),
            child => {
                close_all();
                let own = wait(child, child);
                let status = match (*status, own) {
                    (-1, Some(s)) => s,
                    (s, _) => s,
                };
                if libc::WIFSIGNALED(status) {
                    let signal = libc::WTERMSIG(status);
                    libc::signal(signal, libc::SIG_DFL);
                    libc::kill(libc::getpid(), signal);
                    libc::_exit(128 + signal);
                }
                libc::_exit(if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 127 })
            }
        }
    }
}

/// The child goes on. The parent, first process of the namespace, waits for it and for whatever else ends, and leaves with it.
unsafe fn fork_and_reap(status: *mut libc::c_int) -> io::Result<()> {
    // SAFETY: as above.
    unsafe {
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                // It leads its group, as the model's program does. It cannot get away: with its parent the whole namespace ends.
                libc::setsid();
                done(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))
            }
            child => {
                close_all();
                if let Some(s) = wait(child, -1) {
                    *status = s;
                }
                libc::_exit(0)
            }
        }
    }
}

/// Open descriptors are the program's: those who only wait must not keep them.
unsafe fn close_all() {
    // SAFETY: a plain system call.
    unsafe {
        libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
    }
}

/// Waits for that child, on the way for all that `among` means to `waitpid`; its status.
unsafe fn wait(child: libc::pid_t, among: libc::pid_t) -> Option<libc::c_int> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is alive.
        match unsafe { libc::waitpid(among, &mut status, 0) } {
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 => return None,
            pid if pid == child => return Some(status),
            _ => {}
        }
    }
}
