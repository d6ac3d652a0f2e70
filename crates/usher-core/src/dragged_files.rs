//! Resources and contents that are dragged out of the window as files.
//!
//! What a drag carries has to be known the moment it begins, but nothing is read from a server or written before that.
//! So the path is reserved when the pointer goes down, and the file is written while it is dragged.

use std::collections::VecDeque;
use std::path::PathBuf;

use parking_lot::Mutex;
use url::Url;
use usher_types::content::ReservedFile;
use usher_types::id::{ContentId, ServerId};

/// Pointers go down far more often than something is dragged: older reservations are forgotten.
const RESERVED: usize = 64;

/// Begins the name of the folder of a dragged file; its number follows.
const OF_DRAG: &str = "dragged-";

/// Returns whether a folder is named as that of a dragged file.
pub(crate) fn is_of_drag(name: &str) -> bool {
    let number = name.strip_prefix(OF_DRAG);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// What is dragged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Dragged {
    /// A resource, which is read once it is dragged.
    Resource { server: ServerId, uri: String },
    /// A content that a server sent.
    Content(ContentId),
    /// A text that is given once it is dragged.
    Text,
}

/// What is dragged, and the file it is to become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraggedFile {
    pub(crate) dragged: Dragged,
    pub(crate) path: PathBuf,
}

pub(crate) struct DraggedFiles {
    /// Each file has a folder of its own below it, so that two of one name do not meet.
    folder: PathBuf,
    reserved: Mutex<Reserved>,
}

#[derive(Default)]
struct Reserved {
    last_id: u32,
    files: VecDeque<(u32, DraggedFile)>,
}

impl DraggedFiles {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            reserved: Mutex::default(),
        }
    }

    /// Reserves a path with a file name that is safe already; `None` = the folder has no URL.
    pub(crate) fn reserve(&self, dragged: Dragged, name: &str) -> Option<ReservedFile> {
        let mut reserved = self.reserved.lock();
        reserved.last_id = reserved.last_id.wrapping_add(1);
        let drag_id = reserved.last_id;
        let path = self.folder.join(format!("{OF_DRAG}{drag_id}")).join(name);
        let file_url = Url::from_file_path(&path).ok()?.to_string();
        let file = DraggedFile { dragged, path };
        reserved.files.push_back((drag_id, file));
        if reserved.files.len() > RESERVED {
            reserved.files.pop_front();
        }
        Some(ReservedFile { drag_id, file_url })
    }

    /// Takes a reservation; `None` = there is none.
    pub(crate) fn take(&self, drag_id: u32) -> Option<DraggedFile> {
        let mut reserved = self.reserved.lock();
        let at = reserved.files.iter().position(|(id, _)| *id == drag_id)?;
        reserved.files.remove(at).map(|(_, file)| file)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use usher_content::file_name;

    use super::*;

    #[test]
    fn a_path_is_reserved_once_under_a_safe_name() {
        let files = DraggedFiles::new(PathBuf::from("/tmp/a folder"));
        let reserve = |uri: &str, mime_type| {
            let dragged = Dragged::Resource {
                server: "s".to_owned().into(),
                uri: uri.to_owned(),
            };
            let reserved = files.reserve(dragged, &file_name::of_uri(uri, mime_type));
            reserved.expect("a path")
        };
        let first = reserve("demo://x/..%2F..%2Fphoto\u{202e}gpj.exe?a=b", None);
        assert_eq!(
            first.file_url,
            "file:///tmp/a%20folder/dragged-1/_.._photogpj.exe"
        );
        let second = reserve("demo://pictures/CON", Some("image/png"));
        assert_eq!(second.file_url, "file:///tmp/a%20folder/dragged-2/_CON.png");
        let taken = files.take(second.drag_id).expect("it is reserved");
        let resource = Dragged::Resource {
            server: "s".to_owned().into(),
            uri: "demo://pictures/CON".to_owned(),
        };
        assert_eq!(taken.dragged, resource);
        assert_eq!(files.take(second.drag_id), None, "only once");
        for _ in 0..RESERVED {
            reserve("demo://later", None);
        }
        assert_eq!(files.take(first.drag_id), None, "older ones are forgotten");
    }
}
