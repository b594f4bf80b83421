//! Why a command failed, and the exit code that tells it.

use std::{io, path::PathBuf};

use catalog::OpenError;
use table::LoadError;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// A check or a verification found something wrong; it has been told already or is told here.
    #[error("{0}")]
    Check(String),
    /// The command line makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A file holds something else than it should.
    #[error("{0}")]
    Data(String),
    /// There is no such file, game or scenario.
    #[error("{0}")]
    NotFound(String),
    /// The machine said no.
    #[error("{0}")]
    System(String),
    /// Whoever read our output has stopped reading.
    #[error("nobody reads the output any more")]
    BrokenPipe,
}

impl Failure {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::BrokenPipe => 0,
            Failure::Check(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Data(_) => 3,
            Failure::NotFound(_) => 4,
            Failure::System(_) => 5,
        }
    }

    /// A file could not be read or written.
    pub(crate) fn file(path: impl Into<PathBuf>, doing: &str, error: &io::Error) -> Self {
        let path = path.into();
        let told = format!("cannot {doing} {:?}: {}", path.display().to_string(), plain(error));
        match error.kind() {
            io::ErrorKind::NotFound => Failure::NotFound(told),
            io::ErrorKind::InvalidData => Failure::Data(told),
            _ => Failure::System(told),
        }
    }

    /// Says which file is meant.
    #[must_use]
    pub(crate) fn in_file(self, name: &str) -> Self {
        match self {
            Failure::Data(told) => Failure::Data(format!("{name}: {told}")),
            other => other,
        }
    }
}

/// The system's message in our tone: lower case, no number.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::InvalidData => "it is not text (UTF-8)".to_owned(),
        _ => error.to_string(),
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::System(format!("cannot write the output: {}", plain(&error))),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NoGame { .. } | OpenError::NoScenario { .. } => Failure::NotFound(error.to_string()),
            OpenError::Option { .. } | OpenError::SeatChoice { .. } | OpenError::Players { .. } => {
                Failure::Usage(error.to_string())
            }
            OpenError::Scenario(_) | OpenError::Position(_) | OpenError::Load(_) => {
                Failure::Data(error.to_string())
            }
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Failure::from(OpenError::from(error))
    }
}

impl From<anyhow::Error> for Failure {
    /// Errors of the server's commands: the chain of causes in one line. A wrong setting is a wrong argument, a missing
    /// settings file a missing file.
    fn from(error: anyhow::Error) -> Self {
        let message = format!("{error:#}");
        if error.downcast_ref::<server::ConfigError>().is_some() {
            return Failure::Usage(message);
        }
        match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => Failure::NotFound(message),
            _ => Failure::System(message),
        }
    }
}
