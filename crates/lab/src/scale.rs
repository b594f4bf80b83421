//! `starboard bench scale`: simulates servers in groups, each group on one database, from the costs that
//! `starboard bench server` measures on one machine.
//!
//! A move passes three queues: the cores of its server, the server's group commit, and the database, which admits one
//! notifying commit at a time. Then the notification costs every server of the group some CPU. Everything is drawn
//! from one seed, so a run can be repeated.
//!
//! ```
//! use lab::scale::Scale;
//!
//! let small = Scale { players: 1_000, servers: 1, groups: 1, ..Scale::default() };
//! let forecast = small.simulate();
//! assert!(forecast.p99_ms < 50.0);
//! assert!(forecast.server_load < 0.1);
//! ```

use std::{cmp::Reverse, collections::BinaryHeap};

use clap::{Args, builder::RangedU64ValueParser};
use rules::Dice as _;
use search::PlayoutRng;
use serde::Serialize;

/// What to simulate. Times are costs measured on the machine that would be bought.
#[derive(Clone, Debug, Args)]
pub struct Scale {
    /// Players at the screen, two per table.
    #[arg(long, default_value_t = 100_000, value_parser = RangedU64ValueParser::<u64>::new().range(2..=100_000_000))]
    pub players: u64,
    /// Unfinished tables, most of them by correspondence.
    #[arg(long, default_value_t = 1_000_000, value_parser = RangedU64ValueParser::<u64>::new().range(..=10_000_000_000))]
    pub open_tables: u64,
    /// Seconds between two moves of a player at the screen.
    #[arg(long, default_value_t = 20.0, value_parser = positive)]
    pub seconds_per_move: f64,
    /// Servers in all.
    #[arg(long, default_value_t = 10, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000))]
    pub servers: usize,
    /// Groups of servers, each with a database of its own.
    #[arg(long, default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000))]
    pub groups: usize,
    /// Cores per server.
    #[arg(long, default_value_t = 2, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub cores: usize,
    /// CPU of a server per move, in milliseconds, updates of its viewers included.
    #[arg(long, default_value_t = 0.19, value_parser = positive)]
    pub cpu_ms_per_move: f64,
    /// CPU of a server per notification, in milliseconds.
    #[arg(long, default_value_t = 0.05, value_parser = positive)]
    pub cpu_ms_per_notification: f64,
    /// Time of a commit on the database's disk, in milliseconds. Commits that notify follow one another.
    #[arg(long, default_value_t = 0.7, value_parser = positive)]
    pub commit_ms: f64,
    /// Time of the database per journal entry, in milliseconds.
    #[arg(long, default_value_t = 0.03, value_parser = positive)]
    pub entry_ms: f64,
    /// A server starts its next commit no sooner than this after a large one, in milliseconds.
    #[arg(long, default_value_t = 4.0, value_parser = positive)]
    pub commit_pause_ms: f64,
    /// Kilobytes of memory per connection and live table.
    #[arg(long, default_value_t = 60.0, value_parser = positive)]
    pub kb_per_player: f64,
    /// Bytes stored per move.
    #[arg(long, default_value_t = 60.0, value_parser = positive)]
    pub bytes_per_move: f64,
    /// Moves of a match, on average.
    #[arg(long, default_value_t = 300.0, value_parser = positive)]
    pub moves_per_match: f64,
    /// Seconds to simulate.
    #[arg(long, default_value_t = 20.0, value_parser = positive)]
    pub seconds: f64,
    /// The seed of the arrivals.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0001..=1e9).contains(number));
    number.ok_or_else(|| "expected a number between 0.0001 and 1000000000".to_owned())
}

impl Default for Scale {
    fn default() -> Self {
        #[derive(clap::Parser)]
        struct NoArguments {
            #[command(flatten)]
            scale: Scale,
        }
        <NoArguments as clap::Parser>::parse_from(["scale"]).scale
    }
}

/// What the simulation came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Moves per second over all servers.
    pub moves_per_second: f64,
    /// Milliseconds from the arrival of a move to its delivery: half of the moves.
    pub p50_ms: f64,
    /// 99 of 100.
    pub p99_ms: f64,
    /// The slowest.
    pub max_ms: f64,
    /// Share of its cores' time that the busiest server used.
    pub server_load: f64,
    /// Share of the time in which the busiest database committed. Near 1 commits grow larger, not more frequent.
    pub database_load: f64,
    /// Commits per second of one database.
    pub commits_per_second: f64,
    /// Notifications per second that one database delivers.
    pub notifications_per_second: f64,
    /// Connections of one server.
    pub connections_per_server: u64,
    /// Memory of one server for its connections and live tables, in megabytes.
    pub memory_mb_per_server: f64,
    /// Journal of all open tables, in gigabytes.
    pub journal_gb: f64,
    /// Moves simulated.
    pub moves: u64,
}

/// Milliseconds since the start.
type Time = f64;

/// What happens next in a group; ordered by time, then by the order of scheduling.
#[derive(Clone, Copy, PartialEq)]
struct Due {
    at: Time,
    number: u64,
    what: What,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    /// A move reaches a server.
    Arrival(usize),
    /// A server has checked a move that arrived then.
    Checked(usize, Time),
    /// A server may start its next commit.
    CommitDue(usize),
    /// The database has finished a commit of this server.
    Committed(usize),
}

impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.total_cmp(&other.at).then(self.number.cmp(&other.number))
    }
}

#[derive(Clone, Default)]
struct Server {
    /// When each core is free again.
    cores: Vec<Time>,
    busy_ms: f64,
    /// Arrival times of the moves that wait for a commit, and of those being committed.
    waiting: Vec<Time>,
    committing: Vec<Time>,
    /// A commit runs, or the pause after one.
    blocked: bool,
    last_commit_began: Time,
}

impl Server {
    /// Uses the core that is free first; returns when the work is done.
    fn work(&mut self, now: Time, ms: f64) -> Time {
        self.busy_ms += ms;
        let core = self.cores.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("a server has a core");
        *core = core.max(now) + ms;
        *core
    }
}

/// A player does not notice this delay of a move.
const ACCEPTABLE_MS: f64 = 100.0;

/// A batch of fewer moves starts the next commit without a pause, as the server does.
const CROWD: usize = 4;

/// One group of servers on one database.
struct Group<'a> {
    scale: &'a Scale,
    servers: Vec<Server>,
    due: BinaryHeap<Reverse<Due>>,
    scheduled: u64,
    database_free: Time,
    database_busy_ms: f64,
    commits: u64,
    latencies: Vec<f32>,
}

impl<'a> Group<'a> {
    fn new(scale: &'a Scale, servers: usize) -> Self {
        let server = Server { cores: vec![0.0; scale.cores], ..Server::default() };
        Self {
            scale,
            servers: vec![server; servers],
            due: BinaryHeap::new(),
            scheduled: 0,
            database_free: 0.0,
            database_busy_ms: 0.0,
            commits: 0,
            latencies: Vec::new(),
        }
    }

    fn schedule(&mut self, at: Time, what: What) {
        self.scheduled += 1;
        self.due.push(Reverse(Due { at, number: self.scheduled, what }));
    }

    /// Moves of one server arrive at random, `gap_ms` apart on average, until `end`.
    fn run(&mut self, gap_ms: f64, end: Time, dice: &mut PlayoutRng) {
        for server in 0..self.servers.len() {
            self.schedule(gap(gap_ms, dice), What::Arrival(server));
        }
        while let Some(Reverse(Due { at, what, .. })) = self.due.pop() {
            match what {
                What::Arrival(server) => {
                    let checked = self.servers[server].work(at, self.scale.cpu_ms_per_move);
                    self.schedule(checked, What::Checked(server, at));
                    let next = at + gap(gap_ms, dice);
                    if next < end {
                        self.schedule(next, What::Arrival(server));
                    }
                }
                What::Checked(server, arrived) => {
                    self.servers[server].waiting.push(arrived);
                    if !self.servers[server].blocked {
                        self.commit(server, at);
                    }
                }
                What::CommitDue(server) => {
                    self.servers[server].blocked = false;
                    if !self.servers[server].waiting.is_empty() {
                        self.commit(server, at);
                    }
                }
                What::Committed(server) => self.deliver(server, at),
            }
        }
    }

    fn commit(&mut self, server: usize, now: Time) {
        let sender = &mut self.servers[server];
        sender.blocked = true;
        sender.last_commit_began = now;
        sender.committing = std::mem::take(&mut sender.waiting);
        let time = self.scale.commit_ms + self.scale.entry_ms * sender.committing.len() as f64;
        self.database_free = self.database_free.max(now) + time;
        self.database_busy_ms += time;
        self.commits += 1;
        self.schedule(self.database_free, What::Committed(server));
    }

    fn deliver(&mut self, server: usize, now: Time) {
        let mut delivered = now;
        for listener in &mut self.servers {
            delivered = delivered.max(listener.work(now, self.scale.cpu_ms_per_notification));
        }
        let sender = &mut self.servers[server];
        let batch = std::mem::take(&mut sender.committing);
        let pause = if batch.len() < CROWD { 0.0 } else { self.scale.commit_pause_ms };
        let next = now.max(sender.last_commit_began + pause);
        self.latencies.extend(batch.iter().map(|arrived| (delivered - arrived) as f32));
        self.schedule(next, What::CommitDue(server));
    }
}

/// The time to the next arrival of a Poisson process.
fn gap(mean_ms: f64, dice: &mut PlayoutRng) -> f64 {
    const STEPS: u32 = 1 << 30;
    let share = (f64::from(dice.below(STEPS)) + 1.0) / f64::from(STEPS);
    -share.ln() * mean_ms
}

impl Scale {
    /// Simulates all groups.
    pub fn simulate(&self) -> Forecast {
        let dice = &mut PlayoutRng::new(self.seed);
        let end = self.seconds * 1_000.0;
        let rate_per_ms = self.players as f64 / self.seconds_per_move / 1_000.0;
        let gap_ms = self.servers as f64 / rate_per_ms;
        let groups: Vec<Group<'_>> = (0..self.groups.min(self.servers))
            .map(|number| {
                let servers = self.servers / self.groups + usize::from(number < self.servers % self.groups);
                let mut group = Group::new(self, servers);
                group.run(gap_ms, end, dice);
                group
            })
            .collect();
        let mut latencies: Vec<f32> =
            groups.iter().flat_map(|group| group.latencies.iter().copied()).collect();
        latencies.sort_by(f32::total_cmp);
        let at = |share: f64| {
            let last = latencies.len().saturating_sub(1);
            f64::from(latencies.get((share * last as f64) as usize).copied().unwrap_or(0.0))
        };
        let most = |of: &dyn Fn(&Group<'_>) -> f64| groups.iter().map(of).fold(0.0, f64::max);
        let busiest = |group: &Group<'_>| {
            let busy = group.servers.iter().map(|server| server.busy_ms).fold(0.0, f64::max);
            busy / end / self.cores as f64
        };
        let per_server = self.players.div_ceil(self.servers as u64);
        Forecast {
            moves_per_second: latencies.len() as f64 / self.seconds,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            max_ms: at(1.0),
            server_load: most(&busiest),
            database_load: most(&|group| group.database_busy_ms / end),
            commits_per_second: most(&|group| group.commits as f64 / self.seconds),
            notifications_per_second: most(&|group| {
                group.commits as f64 * group.servers.len() as f64 / self.seconds
            }),
            connections_per_server: per_server,
            memory_mb_per_server: per_server as f64 * self.kb_per_player / 1_000.0,
            journal_gb: self.open_tables as f64 * self.moves_per_match * self.bytes_per_move / 1e9,
            moves: latencies.len() as u64,
        }
    }

    /// The report of a simulation, in lines or as JSON.
    pub fn report(&self) -> String {
        let forecast = self.simulate();
        if self.json {
            return serde_json::to_string_pretty(&forecast).expect("a forecast is plain data");
        }
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let verdict = if forecast.p99_ms <= ACCEPTABLE_MS {
            "This holds: 99 of 100 moves are delivered within 100 ms."
        } else if forecast.server_load > 0.9 {
            "Too slow: the servers are the limit, use more of them."
        } else {
            "Too slow: the databases are the limit, use more groups."
        };
        format!(
            "{} players, a move every {} s each, on {} servers of {} cores in {} groups\n\
             moves                 {:>10.0} per second\n\
             sent to delivered     {:>10.1} ms p50, {:.1} ms p99, {:.1} ms at most\n\
             busiest server        {:>10} of its cores\n\
             busiest database      {:>10} of its time, {:.0} commits and {:.0} notifications per second\n\
             one server            {:>10} connections, {:.0} MB for them and their tables\n\
             journal of open tables{:>10.1} GB\n\
             {verdict}",
            self.players,
            self.seconds_per_move,
            self.servers,
            self.cores,
            self.groups.min(self.servers),
            forecast.moves_per_second,
            forecast.p50_ms,
            forecast.p99_ms,
            forecast.max_ms,
            percent(forecast.server_load),
            percent(forecast.database_load),
            forecast.commits_per_second,
            forecast.notifications_per_second,
            forecast.connections_per_server,
            forecast.memory_mb_per_server,
            forecast.journal_gb,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet() -> Scale {
        Scale { players: 200, servers: 1, groups: 1, seconds: 60.0, ..Scale::default() }
    }

    #[test]
    fn a_lone_move_costs_its_check_its_commit_and_its_notification() {
        let forecast = quiet().simulate();
        let alone = 0.19 + 0.7 + 0.03 + 0.05;
        assert!((forecast.p50_ms - alone).abs() < 0.01, "{forecast:?}");
        assert!(forecast.max_ms >= forecast.p99_ms && forecast.p99_ms >= forecast.p50_ms);
    }

    #[test]
    fn load_is_rate_times_cost() {
        let forecast = quiet().simulate();
        assert!((forecast.moves_per_second - 10.0).abs() < 1.0, "200 players, 20 s each: {forecast:?}");
        let expected = forecast.moves_per_second * (0.19 + 0.05) / 1_000.0 / 2.0;
        assert!((forecast.server_load - expected).abs() < 0.0002, "{forecast:?}");
    }

    #[test]
    fn one_database_for_many_servers_is_the_limit_and_groups_lift_it() {
        let one = Scale { players: 400_000, servers: 40, groups: 1, seconds: 3.0, ..Scale::default() };
        let eight = Scale { groups: 8, ..one.clone() };
        let (one, eight) = (one.simulate(), eight.simulate());
        assert!(one.database_load > 0.99 && one.p99_ms > 50.0, "{one:?}");
        assert!(eight.p99_ms < 20.0, "{eight:?}");
        assert!(eight.notifications_per_second < one.notifications_per_second);
    }

    #[test]
    fn every_move_is_delivered_once_and_runs_can_be_repeated() {
        let scale = Scale { players: 5_000, servers: 3, groups: 2, seconds: 5.0, ..Scale::default() };
        let forecast = scale.simulate();
        assert_eq!(forecast, scale.simulate());
        let mean = 5_000.0 / 20.0 * 5.0;
        assert!((forecast.moves as f64 - mean).abs() < 5.0 * f64::sqrt(mean), "{forecast:?}");
        assert_ne!(forecast, Scale { seed: 2, ..scale }.simulate());
    }

    #[test]
    fn more_groups_than_servers_leave_none_without_one() {
        let scale = Scale { players: 1_000, servers: 2, groups: 5, seconds: 2.0, ..Scale::default() };
        assert!(scale.report().contains("in 2 groups"));
    }
}
