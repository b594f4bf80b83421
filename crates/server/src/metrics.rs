//! Metric handles. Looked up once at start, because a lookup by name costs more than the increment.

use std::time::Duration;

use ::metrics::{Counter, Histogram, counter, histogram};

/// Handles of the metrics; docs/operate.md explains them.
pub(crate) struct Metrics {
    pub(crate) moves: Counter,
    /// From the request to the response.
    pub(crate) move_seconds: Histogram,
    /// Until a change is durable.
    pub(crate) commit_seconds: Histogram,
    /// Bytes sent by streams.
    pub(crate) stream_bytes: Counter,
    requests: [Counter; 6],
    request_seconds: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        Self {
            moves: counter!("starboard_moves_total"),
            move_seconds: histogram!("starboard_move_seconds"),
            commit_seconds: histogram!("starboard_commit_seconds"),
            stream_bytes: counter!("starboard_stream_bytes_total"),
            requests: ["other", "1xx", "2xx", "3xx", "4xx", "5xx"]
                .map(|class| counter!("starboard_requests_total", "status" => class)),
            request_seconds: histogram!("starboard_request_seconds"),
        }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100);
        self.requests.get(class).unwrap_or(&self.requests[0]).increment(1);
        self.request_seconds.record(took);
    }
}
