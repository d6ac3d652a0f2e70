//! The signals by which the system or a person ends a program.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlLogoff, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close,
    ctrl_logoff, ctrl_shutdown,
};

/// Signals that end this program by themselves no longer once this exists.
#[cfg(unix)]
pub struct EndSignals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

#[cfg(unix)]
impl EndSignals {
    /// Takes them from now on.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Returns once one has come since [`Self::listen`].
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}

/// Events of the console that end this program by themselves no longer once this exists.
#[cfg(windows)]
pub struct EndSignals {
    interrupt: CtrlC,
    ended: CtrlBreak,
    closed: CtrlClose,
    logged_off: CtrlLogoff,
    shut_down: CtrlShutdown,
}

#[cfg(windows)]
impl EndSignals {
    /// Takes them from now on.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: ctrl_c()?,
            ended: ctrl_break()?,
            closed: ctrl_close()?,
            logged_off: ctrl_logoff()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    /// Returns once one has come since [`Self::listen`].
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.ended.recv() => {}
            _ = self.closed.recv() => {}
            _ = self.logged_off.recv() => {}
            _ = self.shut_down.recv() => {}
        }
    }
}
