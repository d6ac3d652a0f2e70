//! The tests of drafts that run.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;
use usher_types::id::TestId;

/// The tests that run, as far as they have names.
#[derive(Default)]
pub(super) struct RunningTests(Mutex<HashMap<TestId, CancellationToken>>);

impl RunningTests {
    pub(super) fn begin(&self, id: Option<TestId>) -> RunningTest<'_> {
        let ended = CancellationToken::new();
        if let Some(id) = &id {
            self.0.lock().insert(id.clone(), ended.clone());
        }
        RunningTest {
            all: self,
            id,
            ended,
        }
    }

    pub(super) fn end(&self, id: &TestId) {
        if let Some(ended) = self.0.lock().get(id) {
            ended.cancel();
        }
    }
}

/// A test that runs, until it is dropped.
pub(super) struct RunningTest<'a> {
    all: &'a RunningTests,
    pub(super) id: Option<TestId>,
    pub(super) ended: CancellationToken,
}

impl Drop for RunningTest<'_> {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.all.0.lock().remove(id);
        }
    }
}
