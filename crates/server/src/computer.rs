//! Computer players: they think on threads of their own, so that people never wait for them to be answered.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, Weak,
        atomic::Ordering,
        mpsc::{Receiver, Sender, channel},
    },
    time::Instant,
};

use rules::Seat;
use tokio::runtime::Handle;

use crate::{
    app::{App, Cell},
    decide,
    error::Result,
};

type Thought = Box<dyn FnOnce() + Send>;

enum Task {
    Play(Arc<Cell>),
    Think(Thought),
}

/// The thinking threads.
pub(crate) struct Computers {
    tasks: Mutex<Sender<Task>>,
}

impl Computers {
    pub(crate) fn start(threads: usize, app: &Weak<App>) -> Self {
        let (tasks, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let (queue, app, runtime) = (queue.clone(), app.clone(), Handle::current());
            std::thread::Builder::new()
                .name(format!("computer-{number}"))
                .spawn(move || work(&queue, &app, &runtime))
                .expect("a thread can be started");
        }
        Self { tasks: Mutex::new(tasks) }
    }

    /// A computer player is asked at this table.
    pub(crate) fn play(&self, cell: &Arc<Cell>) {
        if !cell.thinking.swap(true, Ordering::AcqRel) {
            self.push(Task::Play(cell.clone()));
        }
    }

    /// Runs a thought on one of the threads.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (done, answer) = tokio::sync::oneshot::channel();
        self.push(Task::Think(Box::new(move || {
            // Whoever asked may have gone.
            let _ = done.send(thought());
        })));
        answer.await.ok()
    }

    fn push(&self, task: Task) {
        // The threads end only with the process.
        let _ = self.tasks.lock().expect("no panic under this lock").send(task);
    }
}

fn work(queue: &Mutex<Receiver<Task>>, app: &Weak<App>, runtime: &Handle) {
    loop {
        let task = queue.lock().expect("no panic under this lock").recv();
        match task {
            Err(_) => return,
            Ok(Task::Think(thought)) => {
                // The asker hears nothing and says so; the thread goes on.
                let _ = catch_unwind(AssertUnwindSafe(thought));
            }
            Ok(Task::Play(cell)) => {
                let Some(app) = app.upgrade() else { return };
                if app.stop.is_cancelled() {
                    return;
                }
                if let Err(error) = play(&app, &cell, runtime) {
                    tracing::warn!(%error, table = cell.code, "a computer player could not move");
                }
            }
        }
    }
}

/// One decision; if another computer decision is due after it, the change itself asks for it.
fn play(app: &Arc<App>, cell: &Arc<Cell>, runtime: &Handle) -> Result<()> {
    let question = runtime.block_on(async {
        let inner = app.lock(cell).await?;
        let room = inner.room.as_ref().expect("locked rooms are loaded");
        let asked = room.computer_asked().map(|(seat, level)| (seat, level.to_owned(), room.revision));
        Ok::<_, crate::error::Error>(asked.map(|asked| (asked, room.game().fork())))
    });
    // From here on a change of the table may ask again.
    cell.thinking.store(false, Ordering::Release);
    let Some(((seat, level, revision), game)) = question? else { return Ok(()) };
    let level = decide::level(&level)?;
    let began = Instant::now();
    let action = catch_unwind(AssertUnwindSafe(|| game.advise(seat, level, random())));
    metrics::histogram!("starboard_computer_seconds").record(began.elapsed());
    let Ok(action) = action else { return freeze(app, cell, runtime) };
    let Some(action) = action else { return Ok(()) };
    let actions = vec![action];
    let moved = runtime.block_on(app.change(cell, None, move |room| {
        // Somebody may have come back to the seat meanwhile.
        if room.chairs[seat.index()].level().is_none() {
            return Ok(vec![]);
        }
        room.play(Seat(seat.0), revision, &actions)
    }));
    match moved {
        // The table moved on while we thought: think again.
        Err(crate::error::Error::Stale { .. }) => app.computers.play(cell),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    Ok(())
}

fn freeze(app: &Arc<App>, cell: &Arc<Cell>, runtime: &Handle) -> Result<()> {
    let frozen = app.change(cell, None, |_| -> Result<Vec<_>> { panic!("the computer player panicked") });
    runtime.block_on(frozen).map(|_| ())
}

/// A seed for a thought.
pub(crate) fn random() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    u64::from_le_bytes(bytes)
}
