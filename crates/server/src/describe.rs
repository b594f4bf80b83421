//! Descriptions of a table for one user, and summaries for lists.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::{SeatRow, Summary, TableRow};
use wire::{Outcome, Player, SeatInfo, Status, TableChallenge, TableInfo, TableSummary, Visibility};

use crate::{
    feed::Feeds,
    room::{Room, SeatState},
};

/// The description of a table for `account` (`None`: without a session), without the board.
pub(crate) fn table(room: &Room, feeds: &Feeds, account: Option<i64>, secret: &[&str]) -> TableInfo {
    let asked = room.asked();
    let begun = room.game.is_some();
    let seat = |(seat, seat_state): (usize, &SeatState)| SeatInfo {
        seat: seat as u8,
        name: room.header.sides[seat].clone(),
        player: seat_state.player.clone(),
        ready: seat_state.ready,
        contribution: seat_state.contribution.clone().filter(|_| begun),
        choices: visible_choices(room, secret, account, seat_state),
        connected: feeds.is_connected(seat as u8),
        to_act: asked.contains(rules::Seat(seat as u8)),
    };
    TableInfo {
        id: room.code.clone(),
        seq: room.seq,
        revision: room.revision,
        title: room.header.title.clone(),
        game: room.header.game.clone(),
        scenario: scenario(room),
        options: room.header.options.clone(),
        status: room.status,
        visibility: room.header.visibility,
        host: room.header.host,
        seats: room.seats.iter().enumerate().map(seat).collect(),
        mine: account.map_or_else(Vec::new, |account| room.seats_of(account)),
        clock: room.clock.rule(),
        on_timeout: room.header.on_timeout,
        pace: room.header.pace,
        substitute: room.header.substitute.clone(),
        clocks: room.clock.face(room.now()).filter(|_| room.status == Status::Playing),
        proposal: room.proposal.clone(),
        agreed: room.agreed.iter().map(|seat| seat.0).filter(|seat| *seat < room.header.seats()).collect(),
        commitment: room.commitment.clone(),
        seed: (room.status == Status::Over && begun && !room.is_open_challenge())
            .then(|| room.header.seed.clone()),
        result: room.result.clone(),
        challenge: room
            .header
            .day
            .map(|day| TableChallenge { day: day.to_string(), open: room.is_open_challenge() }),
        frozen: room.frozen.clone(),
        created: room.created,
        updated: room.updated,
    }
}

/// The choices of a seat that an account may see: before the start, `secret` ones are shown to their player only.
fn visible_choices(
    room: &Room,
    secret: &[&str],
    account: Option<i64>,
    state: &SeatState,
) -> BTreeMap<String, String> {
    let all = room.game.is_some() || (account.is_some() && state.account() == account);
    let visible = |(id, _): &(&String, &String)| all || !secret.contains(&id.as_str());
    state.choices.iter().filter(visible).map(|(id, value)| (id.clone(), value.clone())).collect()
}

fn scenario(room: &Room) -> String {
    let named = room.header.scenario.clone().or_else(|| room.game.as_ref().map(|game| game.scenario()));
    named.or_else(|| room.header.scenario_file.as_ref().map(|file| file.name.clone())).unwrap_or_default()
}

/// What lists show of a table, as stored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Listed {
    pub(crate) title: String,
    pub(crate) scenario: String,
    pub(crate) players: Vec<Option<String>>,
    pub(crate) result: Option<Outcome>,
    /// Who is waited for, and until when.
    pub(crate) asked: Vec<(i64, Option<i64>)>,
}

/// The summary of a table.
pub(crate) fn summary(room: &Room) -> Summary {
    let asked = room.asked();
    let name = |seat_state: &SeatState| match &seat_state.player {
        Some(Player::Human { name, .. }) => Some(name.clone()),
        Some(Player::Computer { level, .. }) => Some(format!("computer ({level})")),
        None => None,
    };
    let seats: Vec<SeatRow> = room
        .seats
        .iter()
        .enumerate()
        .filter_map(|(seat, seat_state)| {
            Some(SeatRow {
                seat: seat as i64,
                // A replaced player still finds the table in their list.
                account: seat_state
                    .account()
                    .or_else(|| seat_state.owner.as_ref().map(|(owner, _)| *owner))?,
                waiting_since: if asked.contains(rules::Seat(seat as u8)) && seat_state.account().is_some() {
                    seat_state.asked
                } else {
                    0
                },
                deadline: room.clock.deadline_of(seat as u8),
            })
        })
        .collect();
    let listed = Listed {
        title: room.header.title.clone(),
        scenario: scenario(room),
        players: room.seats.iter().map(name).collect(),
        result: room.result.clone(),
        asked: seats
            .iter()
            .filter(|seat| seat.waiting_since > 0)
            .map(|seat| (seat.account, seat.deadline))
            .collect(),
    };
    Summary {
        table: room.id,
        seq: room.seq as i64,
        status: status_name(room.status),
        updated: room.updated,
        deadline: room.clock.deadline(),
        computer: room.computer_asked().is_some(),
        text: serde_json::to_string(&listed).expect("a summary is plain data"),
        seats,
    }
}

pub(crate) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Over => "over",
        Status::Frozen => "frozen",
    }
}

pub(crate) fn visibility_name(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::Unlisted => "unlisted",
        Visibility::Private => "private",
    }
}

/// A stored table in a list.
pub(crate) fn listed(row: TableRow, account: Option<i64>) -> TableSummary {
    let listed: Listed = serde_json::from_str(&row.summary).unwrap_or_default();
    let mine = account.and_then(|account| listed.asked.iter().find(|(asked, _)| *asked == account));
    TableSummary {
        id: row.code,
        title: listed.title,
        game: row.game,
        scenario: listed.scenario,
        status: match row.status.as_str() {
            "open" => Status::Open,
            "over" => Status::Over,
            "frozen" => Status::Frozen,
            _ => Status::Playing,
        },
        visibility: match row.visibility.as_str() {
            "public" => Visibility::Public,
            "private" => Visibility::Private,
            _ => Visibility::Unlisted,
        },
        players: listed.players,
        waits_for_me: mine.is_some(),
        deadline: mine.and_then(|(_, deadline)| *deadline),
        result: listed.result,
        updated: row.updated,
    }
}
