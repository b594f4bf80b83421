//! Worker threads for computer players and hints, so that requests never wait for a search.

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
    app::{App, TableSlot},
    commands,
    error::Result,
};

type Job = Box<dyn FnOnce() + Send>;

enum Task {
    Play(Arc<TableSlot>),
    Run(Job),
}

/// The worker pool.
pub(crate) struct BotWorkers {
    tasks: Mutex<Sender<Task>>,
}

impl BotWorkers {
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

    /// Queues a table where a computer player owes a decision.
    pub(crate) fn play(&self, slot: &Arc<TableSlot>) {
        if !slot.thinking.swap(true, Ordering::AcqRel) {
            self.push(Task::Play(slot.clone()));
        }
    }

    /// Runs a job on a worker; `None` if it panicked.
    pub(crate) async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (done, answer) = tokio::sync::oneshot::channel();
        self.push(Task::Run(Box::new(move || {
            // The requester may be gone.
            let _ = done.send(job());
        })));
        answer.await.ok()
    }

    fn push(&self, task: Task) {
        // Workers end only with the process.
        let _ = self.tasks.lock().expect("no panic under this lock").send(task);
    }
}

fn work(queue: &Mutex<Receiver<Task>>, app: &Weak<App>, runtime: &Handle) {
    loop {
        let task = queue.lock().expect("no panic under this lock").recv();
        match task {
            Err(_) => return,
            Ok(Task::Run(job)) => {
                // The job panicked: its sender is dropped, the requester gets an error, the worker continues.
                let _ = catch_unwind(AssertUnwindSafe(job));
            }
            Ok(Task::Play(slot)) => {
                let Some(app) = app.upgrade() else { return };
                if app.stop.is_cancelled() {
                    return;
                }
                if let Err(error) = play(&app, &slot, runtime) {
                    tracing::warn!(%error, table = slot.code, "failed to play a computer move");
                }
            }
        }
    }
}

/// Plays one decision. If another one is due after it, the change queues the table again.
fn play(app: &Arc<App>, slot: &Arc<TableSlot>, runtime: &Handle) -> Result<()> {
    let question = runtime.block_on(async {
        let inner = app.lock(slot).await?;
        let room = inner.room.as_ref().expect("locked rooms are loaded");
        let asked = room.computer_asked().map(|(seat, level)| (seat, level.to_owned(), room.revision));
        Ok::<_, crate::error::Error>(asked.map(|asked| (asked, room.game().fork())))
    });
    // From here on a change may queue the table again.
    slot.thinking.store(false, Ordering::Release);
    let Some(((seat, level, revision), game)) = question? else { return Ok(()) };
    let level = commands::parse_level(&level)?;
    let began = Instant::now();
    let action = catch_unwind(AssertUnwindSafe(|| game.advise(seat, level, random())));
    metrics::histogram!("starboard_computer_seconds").record(began.elapsed());
    let Ok(action) = action else { return freeze(app, slot, runtime) };
    let Some(action) = action else { return Ok(()) };
    let actions = vec![action];
    let moved = runtime.block_on(app.run_command(slot, None, move |room| {
        // The player may have taken the seat back.
        if room.seats[seat.index()].level().is_none() {
            return Ok(vec![]);
        }
        room.play(Seat(seat.0), revision, &actions)
    }));
    match moved {
        // The table moved on while we job: think again.
        Err(crate::error::Error::Stale { .. }) => app.bots.play(slot),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    Ok(())
}

fn freeze(app: &Arc<App>, slot: &Arc<TableSlot>, runtime: &Handle) -> Result<()> {
    let frozen =
        app.run_command(slot, None, |_| -> Result<Vec<_>> { panic!("the computer player panicked") });
    runtime.block_on(frozen).map(|_| ())
}

/// A random seed for a search.
pub(crate) fn random() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    u64::from_le_bytes(bytes)
}
