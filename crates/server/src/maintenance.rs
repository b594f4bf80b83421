//! Periodic maintenance: expires clocks, flushes summaries, evicts idle tables.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use store::PruneBefore;

use crate::{app::App, challenge, routes};

/// Between two heartbeats.
pub(crate) const HEARTBEAT_MS: i64 = 2_000;
/// Without a heartbeat of any server for longer, clocks did not run.
pub(crate) const DOWNTIME_GAP_MS: i64 = 6_000;
const DAY_MS: i64 = 86_400_000;
/// Notices are deleted after this time.
const NOTICE_DAYS: u32 = 90;

/// Runs until the server stops.
pub(crate) async fn run(app: Arc<App>) {
    let mut second: u64 = 0;
    load_after_restart(&app).await;
    loop {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = app.stop.cancelled() => return,
        }
        second += 1;
        // Every second: aggregates the recorded histograms.
        routes::metrics_handle().run_upkeep();
        time_out(&app).await;
        if second.is_multiple_of(3)
            && let Err(error) = app.flush().await
        {
            tracing::warn!(%error, "failed to flush table summaries");
        }
        if second.is_multiple_of(20) {
            load_due_tables(&app).await;
            if let Err(error) = challenge::settle(&app).await {
                tracing::warn!(%error, "failed to settle attempts at the challenge of the day");
            }
            app.limits.evict_expired(app.now());
            app.sessions.evict_expired();
            app.evict_idle(app.now() - i64::from(app.config.table_idle_minutes) * 60_000);
        }
        if second % 3_600 == 60 {
            prune(&app).await;
        }
        let every = u64::from(app.config.turn_notice_delay_seconds.clamp(1, 30));
        if second.is_multiple_of(every)
            && let Err(error) = app.notifier.collect(&app).await
        {
            tracing::warn!(%error, "failed to collect notices");
        }
    }
}

/// Clocks of tables in memory.
async fn time_out(app: &Arc<App>) {
    let at = app.now();
    for slot in app.all_loaded() {
        if slot.deadline.load(Ordering::Relaxed) > at {
            continue;
        }
        match app.run_command(&slot, None, |room| room.time_out(room.now())).await {
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, table = slot.code, "failed to apply timeout"),
        }
    }
}

/// At the start: loads tables whose summary was lost in a crash, and those where a bot owes a decision.
async fn load_after_restart(app: &Arc<App>) {
    match app.store.tables_with_stale_summary().await {
        Ok(tables) => load(app, tables).await,
        Err(error) => tracing::warn!(%error, "failed to query due tables"),
    }
    load_due_tables(app).await;
}

/// Tables that are not in memory but have something due.
async fn load_due_tables(app: &Arc<App>) {
    match app.store.tables_needing_attention(app.now()).await {
        Ok(tables) => load(app, tables).await,
        Err(error) => tracing::warn!(%error, "failed to query due tables"),
    }
}

async fn load(app: &Arc<App>, tables: Vec<i64>) {
    for id in tables {
        // Loading sets the deadline, queues bots and marks the summary as outdated.
        let loaded = match app.find_id(id).await {
            Ok(slot) => app.lock(&slot).await.map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = loaded {
            tracing::warn!(%error, table = id, "failed to load a table");
        }
    }
}

/// Heartbeats until the server stops, and one at the end.
pub(crate) async fn heartbeats(app: Arc<App>) {
    let pause = Duration::from_millis(HEARTBEAT_MS as u64);
    loop {
        let stopping = tokio::select! {
            () = tokio::time::sleep(pause) => false,
            () = app.stop.cancelled() => true,
        };
        let beat = tokio::time::timeout(Duration::from_secs(5), app.beat(DOWNTIME_GAP_MS)).await;
        if let Ok(Err(error)) = beat {
            tracing::warn!(%error, "failed to write a heartbeat");
        }
        if stopping {
            return;
        }
    }
}

/// Catches up with tables that other servers have changed, until the server stops.
pub(crate) async fn catch_up(app: Arc<App>) {
    let mut compared = tokio::time::Instant::now();
    loop {
        let failed = app.catch_up_all().await;
        let pause = Duration::from_millis(if failed { 300 } else { 5_000 });
        tokio::select! {
            () = app.behind_changed.notified(), if !failed => {}
            () = tokio::time::sleep(pause) => {}
            () = app.stop.cancelled() => return,
        }
        if compared.elapsed() > Duration::from_secs(10) {
            compared = tokio::time::Instant::now();
            if let Err(error) = app.reconcile().await {
                tracing::debug!(%error, "failed to compare tables with the journal");
            }
        }
    }
}

/// Deletes old data by the rules of docs/operate.md.
pub(crate) async fn prune(app: &Arc<App>) {
    let (now, config) = (app.now(), &app.config);
    let before = |days: u32| if days == 0 { i64::MIN } else { now - i64::from(days) * DAY_MS };
    let before = PruneBefore {
        sessions: before(config.session_days),
        open_tables: before(config.open_table_days),
        guest_tables: before(config.guest_table_days),
        finished_tables: before(config.finished_table_days),
        guests: before(config.guest_days),
        notices: before(NOTICE_DAYS),
    };
    let pruned = async {
        let mut tables = 0;
        loop {
            let ids = app.store.prunable_tables(&before).await?;
            let mut deleted = 0;
            for &id in &ids {
                if app.forget(id).await {
                    app.store.delete_table(id).await?;
                    deleted += 1;
                }
            }
            tables += deleted;
            if deleted == 0 || app.stop.is_cancelled() {
                break;
            }
            // Moves are committed in between.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let mut pruned = app.store.prune(&before).await?;
        pruned.tables = tables;
        Ok::<_, store::Error>(pruned)
    };
    match pruned.await {
        Ok(pruned) if pruned == store::Pruned::default() => {}
        Ok(pruned) => tracing::info!(?pruned, "deleted old data"),
        Err(error) => tracing::warn!(%error, "failed to delete old data"),
    }
}
