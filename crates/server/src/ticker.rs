//! What happens without anybody asking: clocks run out, lists are brought up to date, idle tables are forgotten.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use store::now;

use crate::{app::App, routes};

/// Looks after the tables until the server stops.
pub(crate) async fn run(app: Arc<App>) {
    let mut second: u64 = 0;
    wake_pending(&app).await;
    loop {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = app.stop.cancelled() => return,
        }
        second += 1;
        // Every second: what has been timed meanwhile is counted in one go.
        routes::metrics_handle().run_upkeep();
        time_out(&app).await;
        if second.is_multiple_of(3)
            && let Err(error) = app.flush().await
        {
            tracing::warn!(%error, "the lists could not be brought up to date");
        }
        if second.is_multiple_of(20) {
            wake_due(&app).await;
            app.limits.sweep();
            app.sessions.sweep();
            app.forget_idle(now() - i64::from(app.config.idle_minutes) * 60_000);
        }
        let every = u64::from(app.config.notice_delay.clamp(1, 30));
        if second.is_multiple_of(every)
            && let Err(error) = app.notifier.round(&app).await
        {
            tracing::warn!(%error, "notices could not be made");
        }
    }
}

/// Clocks of tables in memory.
async fn time_out(app: &Arc<App>) {
    let at = now();
    for cell in app.all_loaded() {
        if cell.deadline.load(Ordering::Relaxed) > at {
            continue;
        }
        match app.change(&cell, None, |room| room.time_out(now())).await {
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, table = cell.code, "a clock could not be stopped"),
        }
    }
}

/// At the start: tables whose summary was lost in a crash, and those a computer has to move at.
async fn wake_pending(app: &Arc<App>) {
    match app.store.tables_with_stale_summary().await {
        Ok(tables) => load(app, tables).await,
        Err(error) => tracing::warn!(%error, "tables could not be looked through"),
    }
    wake_due(app).await;
}

/// Tables that are not in memory but have something due.
async fn wake_due(app: &Arc<App>) {
    match app.store.tables_needing_attention(now()).await {
        Ok(tables) => load(app, tables).await,
        Err(error) => tracing::warn!(%error, "tables could not be looked through"),
    }
}

async fn load(app: &Arc<App>, tables: Vec<i64>) {
    for id in tables {
        // Loading settles: clocks are set, computers asked, the summary written.
        let loaded = match app.find_id(id).await {
            Ok(cell) => app.lock(&cell).await.map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = loaded {
            tracing::warn!(%error, table = id, "a table could not be loaded");
        }
    }
}
