//! Starts Usher's own programs: a helper with pipes, one that goes on by itself, one that takes this process's place. And
//! those of the person, which go on by themselves, too.

#[cfg(unix)]
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use usher_types::client::CLIENT_KEY_VARIABLE;

/// How one of Usher's own helper processes is started: its own binary, with an argument that says which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnProgram {
    pub program: PathBuf,
    pub args: Vec<String>,
}

/// Starts one of Usher's helper processes with piped stdin and stdout.
///
/// It finds its libraries as this process did, and has to end when its stdin is closed: nothing else ends it.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
pub fn start_helper(helper: &OwnProgram) -> io::Result<std::process::Child> {
    let mut command = std::process::Command::new(&helper.program);
    command
        .args(&helper.args)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(
        &mut command,
        windows::Win32::System::Threading::CREATE_NO_WINDOW.0,
    );
    #[cfg(target_os = "linux")]
    let starting = crate::orphans::starting();
    let child = command.spawn()?;
    #[cfg(target_os = "linux")]
    starting.started(
        i32::try_from(child.id()).unwrap_or_default(),
        crate::orphans::Role::Helper,
    );
    Ok(child)
}

/// Starts another of Usher's programs, which goes on when this one has ended. It gets no key of a client that this one
/// may have been given.
#[cfg(unix)]
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
pub fn start_detached(program: &Path, args: &[&str]) -> io::Result<()> {
    let mut command = std::process::Command::new(program);
    command
        .args(args)
        .current_dir("/")
        .env_remove(CLIENT_KEY_VARIABLE)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Signals of the terminal are for whoever started this one.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map(drop)
}

/// Starts another of Usher's programs, which goes on when this one has ended.
///
/// It gets no handle of this process. The standard library passes on all that can be inherited, and so the pipes of
/// whoever started this one: that program would wait for their end for as long as the new one runs.
#[cfg(windows)]
pub fn start_detached(program: &Path, args: &[&str]) -> io::Result<()> {
    use winsafe::co::CREATE;

    let path = program.to_str().filter(|path| !path.contains('"'));
    let path = path.ok_or(io::ErrorKind::InvalidFilename)?;
    // The arguments are Usher's own words, which need no quotes.
    let line = format!("\"{path}\" {}", args.join(" "));
    let folder = program.parent().and_then(Path::to_str);
    let start = |flags| {
        let mut how = winsafe::STARTUPINFO::default();
        let line = Some(line.as_str());
        winsafe::CreateProcess(None, line, None, None, false, flags, &[], folder, &mut how)
    };
    let flags = CREATE::NO_WINDOW | CREATE::NEW_PROCESS_GROUP;
    // A job of whoever started this one may end all that is in it, and may forbid to leave it.
    start(flags | CREATE::BREAKAWAY_FROM_JOB)
        .or_else(|_| start(flags))
        .map(drop)
        .map_err(|code| io::Error::from_raw_os_error(code.raw().cast_signed()))
}

/// Starts a program for the person, which goes on when this one has ended. Blocking.
///
/// # Errors
/// It could not be started, or failed within this time.
#[cfg(unix)]
pub fn start_for_person(
    mut command: std::process::Command,
    fails_within: Duration,
) -> io::Result<()> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Signals of the terminal are for whoever started this one.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let started_at = Instant::now();
    while started_at.elapsed() < fails_within {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(io::Error::other(status.to_string())),
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    // Whoever has ended is waited for, or would be left as a zombie.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// A program of the person in a session of its own, which goes on when this one has ended.
#[cfg(unix)]
pub(crate) struct OwnSession(tokio::process::Child);

#[cfg(unix)]
impl OwnSession {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place where processes start"
    )]
    pub(crate) fn start(
        program: &Path,
        args: &[&str],
        env: &[(OsString, OsString)],
        output: std::fs::File,
    ) -> io::Result<Self> {
        let mut command = tokio::process::Command::new(program);
        command
            .args(args)
            .env_clear()
            .envs(env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(output)
            // Its errors are not read.
            .stderr(Stdio::null());
        crate::isolation::isolate(&mut command)?;
        command.spawn().map(Self)
    }

    /// Waits for its end; returns whether it has ended.
    pub(crate) async fn has_ended_within(&mut self, wait: Duration) -> bool {
        tokio::time::timeout(wait, self.0.wait()).await.is_ok()
    }

    /// Asks it and what it started to end; whether they do is theirs.
    pub(crate) fn ask_to_end(&self) {
        let leader = self.0.id().and_then(|id| i32::try_from(id).ok());
        if let Some(leader) = leader {
            // It may have ended meanwhile.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(leader),
                nix::sys::signal::Signal::SIGTERM,
            );
        }
    }
}

/// Becomes another of Usher's programs, with the environment, folder and streams of this process. Returns its exit code
/// where the system cannot replace a process and it was waited for instead.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place where processes start"
)]
pub fn become_program(program: &Path) -> io::Result<ExitCode> {
    let mut command = std::process::Command::new(program);
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut command));
    #[cfg(not(unix))]
    {
        let status = command.status()?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }
}
