//! Contents that servers sent: read in parts, saved to files where the person chooses, and opened in other apps.
//!
//! What they are and how long they are kept is the business of `usher_content::contents`.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use usher_content::contents::{CachedContent, Contents};
use usher_content::file_name;
use usher_messages::Message;
use usher_system::blocking::spawn_io;
use usher_types::content::{
    ContentPart, ReservedFile, SavedContents, SavedResources, UnsavedResource,
};
use usher_types::id::{ContentId, ServerId};
use usher_types::wire::SavedFile;

mod content_error;
mod writing;

use self::content_error::SAVED_AT_ONCE;
use self::writing::{empty, free_path, new_file, replace_file, write, write_in_own_folder};
use crate::dragged_files::{Dragged, DraggedFile, DraggedFiles};
use crate::resources::Resources;
pub use content_error::{ContentError, DragError};
use usher_servers::network::OpenUrl;
use usher_system::dialogs::{Dialogs, PathDialog};

/// Reads, saves and opens contents.
pub struct ContentFiles {
    contents: Contents,
    dialogs: Dialogs,
    open: Option<OpenUrl>,
    /// Where the copies are that other apps have open. Only they and the person know how long they are needed, so they
    /// stay until the next start.
    opened: PathBuf,
    dragged: DraggedFiles,
    saved_in: SavedFolders,
}

impl ContentFiles {
    pub(crate) fn new(
        contents: Contents,
        dialogs: Dialogs,
        open: Option<OpenUrl>,
        opened: PathBuf,
    ) -> Self {
        if let Err(error) = empty(&opened) {
            tracing::warn!(%error, "copies of opened contents could not be removed");
        }
        Self {
            contents,
            dialogs,
            open,
            dragged: DraggedFiles::new(opened.clone()),
            saved_in: SavedFolders::default(),
            opened,
        }
    }

    /// Opens a copy of a content in the system's app for files of its name. Files that may run something are not
    /// opened.
    pub async fn open(&self, id: &ContentId) -> Result<SavedFile, ContentError> {
        let content = self.kept(id)?;
        let name = name_of(&content);
        if !file_name::only_shows(&name) {
            return Err(ContentError::MayRun { name });
        }
        let open = self.open.clone().ok_or(ContentError::NoOpener)?;
        let path = self.opened.join(id.as_str()).join(&name);
        let file =
            write_in_own_folder(path, move |path| replace_file(path, &content.bytes)).await?;
        let path = file.path.clone();
        spawn_io(move || open(&path))
            .await
            .map_err(|source| ContentError::NotOpened { name, source })?;
        Ok(file)
    }

    /// Opens the folder that a file was saved in, or a folder that several were saved in.
    pub async fn open_folder(&self, path: &str) -> Result<(), ContentError> {
        let not_saved = || ContentError::NotSaved {
            path: path.to_owned(),
        };
        let folder = self.saved_in.of(path).ok_or_else(not_saved)?;
        let open = self.open.clone().ok_or(ContentError::NoOpener)?;
        let path = folder.display().to_string();
        let opened = path.clone();
        spawn_io(move || open(&opened))
            .await
            .map_err(|source| ContentError::FolderNotOpened { path, source })
    }

    /// Reserves the path of a file that a resource becomes if it is dragged out of the window. Nothing is read.
    pub fn reserve_drag(
        &self,
        server: ServerId,
        uri: String,
        mime_type: Option<&str>,
    ) -> Result<ReservedFile, ContentError> {
        let name = file_name::of_uri(&uri, mime_type);
        let reserved = self
            .dragged
            .reserve(Dragged::Resource { server, uri }, &name);
        reserved.ok_or(ContentError::Gone)
    }

    /// Reserves the path of a file that a content becomes if it is dragged out of the window. Nothing is written.
    pub fn reserve_content_drag(&self, id: ContentId) -> Result<ReservedFile, ContentError> {
        let content = self.kept(&id)?;
        let reserved = self
            .dragged
            .reserve(Dragged::Content(id), &name_of(&content));
        reserved.ok_or(ContentError::Gone)
    }

    /// Reserves the path of a file that a text becomes if it is dragged out of the window. Nothing is written.
    pub fn reserve_text_drag(&self, name: &str) -> Result<ReservedFile, ContentError> {
        let reserved = self.dragged.reserve(Dragged::Text, &file_name::safe(name));
        reserved.ok_or(ContentError::Gone)
    }

    /// Writes a text to the path that was reserved for it.
    pub async fn write_text_drag(
        &self,
        drag_id: u32,
        text: String,
    ) -> Result<SavedFile, ContentError> {
        match self.dragged.take(drag_id) {
            Some(DraggedFile {
                dragged: Dragged::Text,
                path,
            }) => write_in_own_folder(path, move |path| replace_file(path, text.as_bytes())).await,
            _ => Err(ContentError::Gone),
        }
    }

    /// Writes the content of a reserved path there; a resource is read, and the first of its contents written.
    pub async fn write_drag(
        &self,
        resources: &Resources,
        drag_id: u32,
    ) -> Result<SavedFile, DragError> {
        let DraggedFile { dragged, path } = self.dragged.take(drag_id).ok_or(ContentError::Gone)?;
        let id = match dragged {
            Dragged::Content(id) => id,
            Dragged::Text => return Err(ContentError::Gone.into()),
            Dragged::Resource { server, uri } => {
                let contents = resources.read(&server, &uri).await?.contents;
                let first = contents.into_iter().find_map(|content| content.content_id);
                first.ok_or(ContentError::Gone)?
            }
        };
        let content = self.kept(&id)?;
        let written = write_in_own_folder(path, move |path| replace_file(path, &content.bytes));
        Ok(written.await?)
    }

    /// A part of a content's bytes.
    pub fn read(
        &self,
        id: &ContentId,
        offset: u64,
        length: u64,
    ) -> Result<ContentPart, ContentError> {
        Ok(self.kept(id)?.part(offset, length))
    }

    /// Saves a content where the person chooses; `None` = they chose nothing.
    pub async fn save(&self, id: &ContentId) -> Result<Option<SavedFile>, ContentError> {
        let content = self.kept(id)?;
        let name = name_of(&content);
        self.save_as(name, move |path| replace_file(path, &content.bytes))
            .await
    }

    /// Saves a text, such as a result as CSV, where the person chooses; `None` = they chose nothing.
    pub async fn save_text(
        &self,
        name: &str,
        text: String,
    ) -> Result<Option<SavedFile>, ContentError> {
        self.save_bytes(name, text.into_bytes()).await
    }

    /// Saves bytes, such as a picture of a chart, where the person chooses; `None` = they chose nothing.
    pub async fn save_bytes(
        &self,
        name: &str,
        bytes: Vec<u8>,
    ) -> Result<Option<SavedFile>, ContentError> {
        let name = file_name::safe(name);
        self.save_as(name, move |path| replace_file(path, &bytes))
            .await
    }

    /// Saves contents into a folder the person chooses, each under a name of its own; `None` = they chose none. No file
    /// is replaced.
    pub async fn save_many(
        &self,
        ids: &[ContentId],
    ) -> Result<Option<SavedContents>, ContentError> {
        if ids.len() > SAVED_AT_ONCE {
            return Err(ContentError::TooMany);
        }
        let contents = ids
            .iter()
            .map(|id| self.kept(id))
            .collect::<Result<Vec<_>, _>>()?;
        let Some(mut folder) = self.choose_folder().await? else {
            return Ok(None);
        };
        let mut files = Vec::new();
        for content in contents {
            files.push(folder.save(content).await?);
        }
        self.saved_in.note(&folder.path, &folder.path);
        Ok(Some(SavedContents {
            folder: folder.shown(),
            files,
        }))
    }

    /// Reads resources one after the other and saves what they hold into a folder the person chooses, likewise;
    /// `None` = they chose none. One that cannot be read or saved does not keep the others from it.
    pub async fn save_resources(
        &self,
        resources: &Resources,
        wanted: Vec<(ServerId, String)>,
    ) -> Result<Option<SavedResources>, ContentError> {
        if wanted.len() > SAVED_AT_ONCE {
            return Err(ContentError::TooMany);
        }
        let Some(mut folder) = self.choose_folder().await? else {
            return Ok(None);
        };
        let mut saved = SavedResources {
            folder: folder.shown(),
            files: Vec::new(),
            failed: Vec::new(),
        };
        for (server_id, uri) in wanted {
            let result = self.save_resource(resources, &server_id, &uri, &mut folder);
            match result.await {
                Ok(files) => saved.files.extend(files),
                Err(message) => saved.failed.push(UnsavedResource {
                    server_id,
                    uri,
                    message,
                }),
            }
        }
        self.saved_in.note(&folder.path, &folder.path);
        Ok(Some(saved))
    }

    async fn save_resource(
        &self,
        resources: &Resources,
        server: &ServerId,
        uri: &str,
        folder: &mut SaveFolder,
    ) -> Result<Vec<SavedFile>, Message> {
        let read = resources.read(server, uri).await;
        let contents = read.map_err(|error| error.message())?.contents;
        let mut files = Vec::new();
        for content in contents {
            let id = content.content_id.ok_or(ContentError::Gone);
            let kept = id.and_then(|id| self.kept(&id));
            let kept = kept.map_err(|error| error.message())?;
            let saved = folder.save(kept).await;
            files.push(saved.map_err(|error| error.message())?);
        }
        Ok(files)
    }

    async fn choose_folder(&self) -> Result<Option<SaveFolder>, ContentError> {
        let starts_in = self.saved_in.last();
        let folder = self.ask(PathDialog::SaveInto { starts_in }).await?;
        Ok(folder.map(|path| SaveFolder {
            path,
            taken: HashSet::new(),
        }))
    }

    async fn save_as(
        &self,
        name: String,
        replace: impl FnOnce(&Path) -> io::Result<u64> + Send + 'static,
    ) -> Result<Option<SavedFile>, ContentError> {
        let starts_in = self.saved_in.last();
        match self.ask(PathDialog::SaveAs { name, starts_in }).await? {
            Some(path) => {
                let saved = write(path.clone(), replace).await?;
                if let Some(folder) = path.parent() {
                    self.saved_in.note(&path, folder);
                }
                Ok(Some(saved))
            }
            None => Ok(None),
        }
    }

    fn kept(&self, id: &ContentId) -> Result<Arc<CachedContent>, ContentError> {
        self.contents.get(id).ok_or(ContentError::Gone)
    }

    async fn ask(&self, dialog: PathDialog) -> Result<Option<PathBuf>, ContentError> {
        self.dialogs.ask(dialog).await.map_err(ContentError::Dialog)
    }
}

/// How many places are remembered: a person opens the folder of what they have just saved.
const SAVED_REMEMBERED: usize = 64;

/// Where files were saved lately. Only these folders are opened.
#[derive(Default)]
struct SavedFolders(Mutex<VecDeque<(String, PathBuf)>>);

impl SavedFolders {
    fn note(&self, saved: &Path, folder: &Path) {
        let mut folders = self.0.lock();
        folders.push_back((saved.display().to_string(), folder.to_owned()));
        if folders.len() > SAVED_REMEMBERED {
            folders.pop_front();
        }
    }

    fn last(&self) -> Option<PathBuf> {
        let folders = self.0.lock();
        folders.back().map(|(_, folder)| folder.clone())
    }

    fn of(&self, saved: &str) -> Option<PathBuf> {
        let folders = self.0.lock();
        let found = folders.iter().rev().find(|(path, _)| path == saved);
        found.map(|(_, folder)| folder.clone())
    }
}

fn name_of(content: &CachedContent) -> String {
    file_name::of_uri(&content.uri, content.mime_type.as_deref())
}

/// A folder the person chose for several files.
struct SaveFolder {
    path: PathBuf,
    /// Names of files that were saved into it, in lower case.
    taken: HashSet<String>,
}

impl SaveFolder {
    fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Saves a content under a name that no file has.
    async fn save(&mut self, content: Arc<CachedContent>) -> Result<SavedFile, ContentError> {
        let path = free_path(&self.path, &name_of(&content), &mut self.taken);
        write(path, move |path| new_file(path, &content.bytes)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_known_of_what_was_saved_lately() {
        let folders = SavedFolders::default();
        let note = |at: usize| folders.note(&PathBuf::from(format!("/a/{at}")), Path::new("/a"));
        (0..=SAVED_REMEMBERED).for_each(note);
        for (path, expected) in [
            ("/a/1", Some(PathBuf::from("/a"))),
            ("/a/0", None),
            ("/a", None),
            ("/etc/passwd", None),
        ] {
            assert_eq!(folders.of(path), expected, "{path}: only what was saved");
        }
    }
}
