//! Worker threads for computer players and hints, so that requests never wait for a search, and no search for another.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};

use rules::Seat;
use search::Limits;
use tokio::runtime::Handle;
use wire::Pace;

use crate::{
    app::{App, TableSlot},
    commands,
    error::Result,
    room::Room,
};

type Job = Box<dyn FnOnce() + Send>;

/// How many more threads than usual there may be while searches take long.
const GROWTH: usize = 8;
/// An additional thread ends after this time without work.
const SPARE_TIME: Duration = Duration::from_secs(10);

/// A pool of threads that grows while all of them are busy.
struct Pool {
    name: &'static str,
    jobs: Sender<Job>,
    queue: Arc<Mutex<Receiver<Job>>>,
    /// Jobs that are queued or running.
    unfinished: Arc<AtomicUsize>,
    threads: Arc<AtomicUsize>,
    max_threads: usize,
}

impl Pool {
    fn start(name: &'static str, threads: usize, growth: usize) -> Self {
        let (jobs, queue) = channel();
        let pool = Self {
            name,
            jobs,
            queue: Arc::new(Mutex::new(queue)),
            unfinished: Arc::default(),
            threads: Arc::default(),
            max_threads: threads * growth,
        };
        for _ in 0..threads {
            pool.add_thread(None);
        }
        pool
    }

    /// A thread that ends after `spare` without work.
    fn add_thread(&self, spare: Option<Duration>) {
        let number = self.threads.fetch_add(1, Ordering::Relaxed);
        let (queue, unfinished, threads) =
            (self.queue.clone(), self.unfinished.clone(), self.threads.clone());
        let started = std::thread::Builder::new().name(format!("{}-{number}", self.name)).spawn(move || {
            lower_priority();
            loop {
                let job = {
                    let queue = queue.lock().expect("no panic under this lock");
                    match spare {
                        None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                        Some(spare) => queue.recv_timeout(spare),
                    }
                };
                let Ok(job) = job else { break };
                // The job panicked: its sender is dropped, the requester gets an error, the worker continues.
                let _ = catch_unwind(AssertUnwindSafe(job));
                unfinished.fetch_sub(1, Ordering::AcqRel);
            }
            threads.fetch_sub(1, Ordering::Relaxed);
        });
        if let Err(error) = started {
            tracing::warn!(%error, "failed to start a thread for computer players");
        }
    }

    fn push(&self, job: Job) {
        // All are busy: one slow search must not hold up the others.
        let unfinished = self.unfinished.fetch_add(1, Ordering::AcqRel) + 1;
        let threads = self.threads.load(Ordering::Relaxed);
        if unfinished > threads && threads < self.max_threads {
            self.add_thread(Some(SPARE_TIME));
        }
        // Workers end only with the process.
        let _ = self.jobs.send(job);
    }
}

/// Searches use the time that requests leave.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        let thread = rustix::thread::gettid();
        if let Err(error) = rustix::process::setpriority_process(Some(thread), 15) {
            tracing::debug!(%error, "failed to lower the priority of a thread");
        }
    }
}

/// Ends a search whose result has become useless.
#[derive(Default)]
pub(crate) struct StopSwitch(Mutex<Arc<AtomicBool>>);

impl StopSwitch {
    /// Ends the search that is running, if any.
    pub(crate) fn stop(&self) {
        self.0.lock().expect("no panic under this lock").store(true, Ordering::Relaxed);
    }

    /// What a new search looks at.
    fn renew(&self) -> Arc<AtomicBool> {
        let fresh = Arc::<AtomicBool>::default();
        self.0.lock().expect("no panic under this lock").clone_from(&fresh);
        fresh
    }
}

/// The worker pools.
pub(crate) struct BotWorkers {
    app: Weak<App>,
    runtime: Handle,
    players: Pool,
    hints: Pool,
    reviews: Pool,
}

impl BotWorkers {
    pub(crate) fn start(threads: usize, app: &Weak<App>) -> Self {
        Self {
            app: app.clone(),
            runtime: Handle::current(),
            players: Pool::start("computer", threads.max(1), GROWTH),
            hints: Pool::start("hint", 1, GROWTH),
            // One at a time: no player waits for a review.
            reviews: Pool::start("review", 1, 1),
        }
    }

    /// Queues a table where a computer player owes a decision.
    pub(crate) fn play(&self, slot: &Arc<TableSlot>) {
        // The match has moved on: what is being searched would be refused.
        slot.search.stop();
        if slot.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (app, runtime, slot) = (self.app.clone(), self.runtime.clone(), slot.clone());
        self.players.push(Box::new(move || {
            let Some(app) = app.upgrade().filter(|app| !app.stop.is_cancelled()) else { return };
            if let Err(error) = play(&app, &slot, &runtime) {
                tracing::warn!(%error, table = slot.code, "failed to play a computer move");
            }
        }));
    }

    /// Queues a review.
    pub(crate) fn review(&self, job: impl FnOnce() + Send + 'static) {
        self.reviews.push(Box::new(job));
    }

    /// Number of reviews that are queued or running.
    pub(crate) fn reviews_waiting(&self) -> usize {
        self.reviews.unfinished.load(Ordering::Relaxed)
    }

    /// Runs a job on a worker for hints; `None` if it panicked.
    pub(crate) async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (done, answer) = tokio::sync::oneshot::channel();
        self.hints.push(Box::new(move || {
            // The requester may be gone.
            let _ = done.send(job());
        }));
        answer.await.ok()
    }
}

/// Plays one decision. If another one is due after it, the change queues the table again.
fn play(app: &Arc<App>, slot: &Arc<TableSlot>, runtime: &Handle) -> Result<()> {
    let question = runtime.block_on(async {
        let inner = app.lock(slot).await?;
        let room = inner.room.as_ref().expect("locked rooms are loaded");
        let asked = room.computer_asked().map(|(seat, level)| Asked {
            seat,
            level: level.to_owned(),
            revision: room.revision,
            not_before: not_before(app, room),
        });
        let decision = |asked: Asked| Some((room.game().decision(asked.seat)?, asked));
        Ok::<_, crate::error::Error>(asked.and_then(decision))
    });
    let stopped = slot.search.renew();
    // From here on a change may queue the table again.
    slot.thinking.store(false, Ordering::Release);
    let Some((decision, asked)) = question? else { return Ok(()) };
    let Asked { seat, level, revision, not_before } = asked;
    let level = commands::parse_level(&level)?;
    let began = Instant::now();
    let limits = Limits { time: Some(level.time_limit()), cancelled: Some(&stopped) };
    let seed = app.config.seeds.of_search(revision);
    let action = catch_unwind(AssertUnwindSafe(|| decision.choose_within(level, seed, limits)));
    metrics::histogram!("starboard_computer_seconds").record(began.elapsed());
    let Ok(action) = action else { return freeze(app, slot, runtime) };
    let Some(action) = action else { return Ok(()) };
    let pause = not_before - app.now();
    if pause <= 0 {
        return runtime.block_on(submit(app, slot, seat, revision, action));
    }
    // Not on a worker: other tables are thinking.
    let (app, slot) = (app.clone(), slot.clone());
    runtime.spawn(async move {
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_millis(pause.unsigned_abs())) => {}
        }
        if let Err(error) = submit(&app, &slot, seat, revision, action).await {
            tracing::warn!(%error, table = slot.code, "failed to play a computer move");
        }
    });
    Ok(())
}

/// A decision that a computer player owes.
struct Asked {
    seat: Seat,
    level: String,
    revision: u64,
    /// When it may be played at the earliest, Unix milliseconds.
    not_before: i64,
}

/// A computer player with a human pace answers this long after the last move, however long it thought. Its clock does not
/// run: only those of people do.
const PACE_MS: i64 = 1_200;

fn not_before(app: &App, room: &Room) -> i64 {
    let by_turn = || app.catalog.game(&room.header.game).is_ok_and(catalog::GameEntry::pauses_by_turn);
    match room.header.pace {
        Pace::Instant => 0,
        // Whether a seat was asked at all must not show: only what all viewers expect takes time.
        Pace::Human if by_turn() && !room.turn_began() => 0,
        Pace::Human => room.updated + PACE_MS,
    }
}

async fn submit(
    app: &Arc<App>,
    slot: &Arc<TableSlot>,
    seat: Seat,
    revision: u64,
    action: String,
) -> Result<()> {
    let actions = vec![action];
    let moved = app.run_command(slot, None, move |room| {
        // The player may have taken the seat back.
        if room.seats[seat.index()].level().is_none() {
            return Ok(vec![]);
        }
        room.play(Seat(seat.0), revision, &actions)
    });
    match moved.await {
        // The table changed during the search: decide again.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_search_does_not_hold_up_others() {
        let pool = Pool::start("test", 1, GROWTH);
        let (release, released) = channel::<()>();
        let (send, receive) = channel();
        pool.push(Box::new(move || {
            let _ = released.recv();
        }));
        for number in 0..5 {
            let send = send.clone();
            pool.push(Box::new(move || {
                let _ = send.send(number);
            }));
        }
        let mut done: Vec<i32> = (0..5)
            .map(|_| receive.recv_timeout(Duration::from_secs(5)).expect("not behind the slow one"))
            .collect();
        done.sort_unstable();
        assert_eq!(done, [0, 1, 2, 3, 4]);
        drop(release);
        assert!(pool.threads.load(Ordering::Relaxed) <= GROWTH);
    }

    #[test]
    fn a_change_stops_the_search_before_it_and_no_later_one() {
        let switch = StopSwitch::default();
        let first = switch.renew();
        switch.stop();
        let second = switch.renew();
        assert!(first.load(Ordering::Relaxed) && !second.load(Ordering::Relaxed));
    }

    #[test]
    fn a_panicking_job_leaves_its_thread() {
        let pool = Pool::start("test", 1, GROWTH);
        pool.push(Box::new(|| panic!("a search is broken")));
        let (send, receive) = channel();
        pool.push(Box::new(move || {
            let _ = send.send(7);
        }));
        assert_eq!(receive.recv_timeout(Duration::from_secs(5)), Ok(7));
    }
}
