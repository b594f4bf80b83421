//! Periodic maintenance: expires clocks, flushes summaries, evicts idle tables.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use store::now;

use crate::{app::App, routes};

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
            app.limits.evict_expired();
            app.sessions.evict_expired();
            app.evict_idle(now() - i64::from(app.config.table_idle_minutes) * 60_000);
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
    let at = now();
    for slot in app.all_loaded() {
        if slot.deadline.load(Ordering::Relaxed) > at {
            continue;
        }
        match app.run_command(&slot, None, |room| room.time_out(now())).await {
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
    match app.store.tables_needing_attention(now()).await {
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
