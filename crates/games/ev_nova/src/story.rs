//! Log lines, reasons and the map of the terminal.

use rules::{Line, RuleId, Seat};

use crate::board::seat_word;
use crate::present::cards;
use crate::{Action, Card, CheckKind, Ending, EvNova, Event, Named, Sys, View};

impl EvNova {
    fn seat_mark(&self, seat: Seat) -> String {
        format!("{{seat:{}|{}}}", seat.0, seat_word(seat))
    }
    fn red_mark(&self, card: Card) -> String {
        format!("{{card:{}|{}}}", card.number(), self.red_name(card))
    }
    fn green_mark(&self, card: Card) -> String {
        if card == Card::START {
            return self.green_name(card).to_owned();
        }
        format!("{{card:{}|{}}}", card.number(), self.green_name(card))
    }
    fn place_mark(&self, system: Sys) -> String {
        format!("{{place:{}|{}}}", self.data().systems[system.index()].id, self.system_name(system))
    }
    fn ship_mark(&self, ship: Named) -> String {
        format!("{{piece:s{}|{} {}}}", ship.id.0, seat_word(ship.seat), self.green_name(ship.card))
    }

    /// A redacted event as a line of the log.
    pub(crate) fn log(&self, event: &Event) -> Option<Line> {
        let who = |seat: Seat| self.seat_mark(seat);
        let red = |card: Card| self.red_mark(card);
        let green = |card: Card| self.green_mark(card);
        let at = |system: Sys| self.place_mark(system);
        let ship = |ship: Named| self.ship_mark(ship);
        let (text, importance) = match *event {
            Event::Gave(..)
            | Event::TookBack(..)
            | Event::Phase(_)
            | Event::NothingLeft(_)
            | Event::Span(..) => {
                return None;
            }
            Event::Confirmed(seat) => (format!("{} has chosen the Nova cards", who(seat)), 1),
            Event::NovaReady => ("The Nova Deck is shuffled".to_owned(), 2),
            Event::Began(seat) => (format!("{} begins", who(seat)), 2),
            Event::Turn(seat, turn) => {
                return Some(Line::markup(&format!("{}'s turn", who(seat))).heading(format!("Turn {turn}")));
            }
            Event::Flipped(seat, card) => (format!("{} flips {} / {}", who(seat), green(card), red(card)), 1),
            Event::Placed(seat, system) => (format!("{} launches at {}", who(seat), at(system)), 3),
            Event::Declined(seat, card) => (format!("{} declines {}", who(seat), red(card)), 1),
            Event::Drew(seat, Some(card)) => {
                (format!("{} draws {} / {}", who(seat), green(card), red(card)), 1)
            }
            Event::Drew(seat, None) => (format!("{} draws a card", who(seat)), 1),
            Event::Discarded(seat, card) => {
                (format!("{} discards {} / {}", who(seat), green(card), red(card)), 1)
            }
            Event::Shuffled(Some(seat)) => {
                (format!("{}'s discard stack becomes the Ship Deck", who(seat)), 2)
            }
            Event::Shuffled(None) => ("The Nova Deck is shuffled again".to_owned(), 2),
            Event::Moved(seat, system) => (format!("{} moves to {}", who(seat), at(system)), 2),
            Event::Transited(seat, _, system) => {
                (format!("{} takes a Hypergate to {}", who(seat), at(system)), 2)
            }
            Event::Landed(seat, planet, 0) => (format!("{} lands on {}", who(seat), red(planet)), 1),
            Event::Landed(seat, planet, fee) => {
                (format!("{} lands on {} and pays a fee of {fee}", who(seat), red(planet)), 2)
            }
            Event::NovaFlipped(card, number) => (format!("Nova card: {number} ({})", red(card)), 1),
            Event::Played(seat, card) => (format!("{} plays {}", who(seat), red(card)), 2),
            Event::Credited(seat, card, stop) => {
                (format!("{}: stop {stop} of {} is made", who(seat), red(card)), 2)
            }
            Event::CashedIn(seat, card) => (format!("{} cashes in {}", who(seat), red(card)), 3),
            Event::Completed(seat, card) => (format!("{} has completed {}", who(seat), red(card)), 2),
            Event::Cycled(seat, card) => (format!("{} cycles {} / {}", who(seat), green(card), red(card)), 1),
            Event::Swapped(seat, gave, took) => {
                (format!("{} swaps {} for {} / {}", who(seat), red(gave), green(took), red(took)), 2)
            }
            Event::Bought(seat, card, how) => {
                let how = match how {
                    crate::Use::Item => "",
                    crate::Use::Ship => " as the Current Ship",
                    crate::Use::Fighter(_) => " as a fighter",
                    crate::Use::Escort => " as an Escort",
                    crate::Use::Upgrade(_) => " as an upgrade",
                };
                (format!("{} buys {}{how}", who(seat), green(card)), 2)
            }
            Event::TradedIn(seat, card, value) => {
                (format!("{} trades {} in for {value} {}", who(seat), green(card), cards(value)), 2)
            }
            Event::Sold(seat, card, value) => {
                (format!("{} sells {} for {value} {}", who(seat), green(card), cards(value)), 2)
            }
            Event::Deployed(seat, pirate, card) => {
                let tab = if pirate { "Pirate Ships" } else { "Government Fleet" };
                match card {
                    Some(card) => (format!("{} lays {} on the {tab} tab", who(seat), green(card)), 2),
                    None => (format!("{} lays a card face down on the {tab} tab", who(seat)), 2),
                }
            }
            Event::Loaded(seat, card) => (format!("{} loads {}", who(seat), red(card)), 2),
            Event::Unloaded(seat, card, value) => {
                (format!("{} sells {} for {value} {}", who(seat), red(card), cards(value)), 3)
            }
            Event::EventPlayed(seat, card) => (format!("{} plays {}", who(seat), red(card)), 2),
            Event::EventAt(seat, card, system) => {
                (format!("{} plays {} at {}", who(seat), red(card), at(system)), 3)
            }
            Event::EventOn(seat, card, victim) => {
                (format!("{} plays {} on {}", who(seat), red(card), who(victim)), 3)
            }
            Event::Immune(seat) => (format!("{} is immune", who(seat)), 2),
            Event::Blocked(seat) => (format!("{} may not move on the next turn", who(seat)), 2),
            Event::Marked(seat, power) => (format!("{} becomes hostile to {}", power.name(), who(seat)), 3),
            Event::Cleared(seat, power) => {
                (format!("{} is no longer hostile to {}", power.name(), who(seat)), 3)
            }
            Event::Spoiled(seat, power) => {
                (format!("{} loses the use of the Clean {} Record", who(seat), power.name()), 3)
            }
            Event::Welfare(seat) => (format!("{} takes welfare", who(seat)), 2),
            Event::Shown(seat, card) => (format!("{} introduces {}", who(seat), green(card)), 2),
            Event::WentBack(seat, card) => {
                (format!("{} of {} goes back face down", green(card), who(seat)), 2)
            }
            Event::Answered(seat, _, card) => {
                (format!("{} joins, controlled by {}", green(card), who(seat)), 2)
            }
            Event::NoAnswer => ("No ship answers".to_owned(), 2),
            Event::Opposed(seat, card) => (format!("{} of {} is opposed", red(card), who(seat)), 2),
            Event::Unopposed(seat, _) => (format!("No ship stands in the way of {}", who(seat)), 2),
            Event::Battle(system, seat, cause) => {
                (format!("Battle at {}: {}", at(system), self.cause_text(cause, seat)), 3)
            }
            Event::Joined(seat) => (format!("{} joins the battle", who(seat)), 2),
            Event::StoodClear(seat) => (format!("{} stands clear", who(seat)), 1),
            Event::RedAlert(seat) => (format!("{} declares Red Alert", who(seat)), 2),
            Event::Engaged(card) => (format!("{} is engaged", red(card)), 2),
            Event::Assigned(card, to) => (format!("{} is assigned to {}", green(card), ship(to)), 2),
            Event::BayFilled(carrier, card) => (format!("{} is aboard {}", green(card), ship(carrier)), 2),
            Event::Round(round, seat) => (format!("Round {round}: {} leads", who(seat)), 2),
            Event::Maneuver(what) => (format!("{} runs the Flannigan Maneuver", ship(what)), 2),
            Event::Sprung(what) => (format!("{} springs the Flannigan Maneuver", ship(what)), 2),
            Event::Launched(carrier, fighter) => (format!("{} launches {}", ship(carrier), ship(fighter)), 1),
            Event::Fired(what, weapon, target) => {
                let weapon = &self.data().weapon_names[usize::from(weapon)];
                (format!("{} fires {weapon} at {}", ship(what), ship(target)), 2)
            }
            Event::Supported(what, other) => (format!("{} supports {}", ship(what), ship(other)), 1),
            Event::PlanetFired(card, target) => (format!("{} fires at {}", red(card), ship(target)), 2),
            Event::Precision(seat, _) => (format!("{} plays Precision Shot", who(seat)), 2),
            Event::Evaded(seat, _) => (format!("{} plays Evasive Maneuver", who(seat)), 2),
            Event::Check(kind, av, ov, number, success) => {
                let kind = match kind {
                    CheckKind::Shot => "Shot",
                    CheckKind::PointDefense => "Point defense",
                    CheckKind::Escape => "Pursuing weapon",
                    CheckKind::Pursuit => "Pursuit",
                    CheckKind::Capture => "Capture",
                    CheckKind::Loot => "Loot",
                    CheckKind::Pod => "Escape Pod",
                    CheckKind::Shield => "Shield Recharger",
                    CheckKind::Droids => "Repair Droids",
                };
                let result = if success { "succeeds" } else { "fails" };
                let flip = number.map_or_else(|| "no card".to_owned(), |number| format!("[{number}]"));
                (format!("{kind}: {av} against {ov}, {flip}: {result}"), 2)
            }
            Event::ShieldsDown(what) => (format!("{}: shields down", ship(what)), 2),
            Event::Disabled(what) => (format!("{} is disabled", ship(what)), 3),
            Event::Destroyed(what) => (format!("{} is destroyed", ship(what)), 3),
            Event::Restored(what) => (format!("The shields of {} are back", ship(what)), 2),
            Event::Repaired(what) => (format!("{} is repaired", ship(what)), 2),
            Event::ShotCancelled(what) => (format!("The hit on {} is cancelled", ship(what)), 2),
            Event::Withdraws(seat) => (format!("{} tries to withdraw", who(seat)), 2),
            Event::Pursues(what) => (format!("{} pursues", ship(what)), 1),
            Event::Held(seat) => (format!("{} is held", who(seat)), 2),
            Event::Gone(seat) => (format!("{} gets away", who(seat)), 3),
            Event::Retreated(seat, system) => (format!("{} retreats to {}", who(seat), at(system)), 2),
            Event::Recovered(what, carrier) => (format!("{} returns to {}", ship(what), ship(carrier)), 1),
            Event::FighterTaken(seat, what) => (format!("{} takes {}", who(seat), ship(what)), 2),
            Event::Boarded(seat, what, loot) => {
                let why = if loot { "to loot it" } else { "to capture it" };
                (format!("{} boards {} {why}", who(seat), ship(what)), 2)
            }
            Event::Looted(seat, what, value) => {
                (format!("{} loots {}: {value} {}", who(seat), ship(what), cards(value)), 3)
            }
            Event::Captured(seat, what, own) => {
                let how = if own { "as the own ship" } else { "as an Escort" };
                (format!("{} captures {} {how}", who(seat), ship(what)), 3)
            }
            Event::Taken(seat, card) => (format!("{} takes {} / {}", who(seat), green(card), red(card)), 2),
            Event::SelfDestructed(seat) => (format!("{} blows up the own ship", who(seat)), 3),
            Event::Dealt(what, seat) => (format!("{} is offered to {}", ship(what), who(seat)), 2),
            Event::Accepted(what, seat) => (format!("{} takes control of {}", who(seat), ship(what)), 2),
            Event::Refused(what, seat) => {
                (format!("{} refuses {}: it is discarded", who(seat), ship(what)), 2)
            }
            Event::Compensated(from, to, card) => {
                (format!("{} gives {} / {} to {}", who(from), green(card), red(card), who(to)), 1)
            }
            Event::Passed(from, to, Some(card)) => {
                (format!("{} passes {} / {} to {}", who(from), green(card), red(card), who(to)), 1)
            }
            Event::Passed(from, to, None) => (format!("{} passes a card to {}", who(from), who(to)), 1),
            Event::CeaseFire => ("Cease-fire".to_owned(), 3),
            Event::BattleOver(system) => (format!("The battle at {} is over", at(system)), 2),
            Event::PodLaunched(seat) => (format!("The Escape Pod saves {}", who(seat)), 3),
            Event::Stranded(seat) => (format!("{} is stranded", who(seat)), 3),
            Event::Offered(seat, count) => {
                (format!("{} offers {count} {} for a repair", who(seat), cards(count)), 2)
            }
            Event::Out(seat) => (format!("{} is out of the game", who(seat)), 3),
            Event::GaveUp(seat) => (format!("{} gives up", who(seat)), 3),
            Event::LimitReached(limit) => (format!("Table round {limit} is over: the turn limit"), 3),
            Event::Won(seat, points) => (
                format!("{} wins with {points} {}", who(seat), if points == 1 { "point" } else { "points" }),
                3,
            ),
            Event::Drawn => ("The match is a draw".to_owned(), 3),
            Event::Returned(seat, card) => {
                (format!("{} gets {} / {} back", who(seat), green(card), red(card)), 1)
            }
        };
        Some(Line::markup(&text).importance(importance))
    }

    /// Why a rule forbids an action in this very situation.
    pub(crate) fn reason(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        let (open, data) = (&view.open, self.data());
        let hand = i32::from(open.of(seat).hand);
        match (action, rule.name()) {
            (Action::BuyShip(card, _), "EV-A6-4") => {
                let value = self.trade_value(open, seat);
                let cost = data.cost(card);
                Some(format!(
                    "It costs {cost} cards; you have {} others and the trade-in brings {value}.",
                    hand - 1
                ))
            }
            (
                Action::BuyItem(card, _) | Action::BuyEscort(card, _) | Action::BuyFighter(card, ..),
                "EV-A5-7",
            ) => Some(format!("It costs {} cards; you have {} others.", data.cost(card), hand - 1)),
            (Action::BuyItem(card, planet), "EV-A5-1") => Some(format!(
                "{} does not sell outfits of Tech {}.",
                data.red(planet).name,
                data.item(card).map_or_else(String::new, |item| item.tech.label())
            )),
            (Action::BuyShip(card, planet), "EV-A6-1") => Some(format!(
                "{} does not sell {}: Tech {} or its Type is not open to you there.",
                data.red(planet).name,
                data.green_name(card),
                data.ship(card).map_or_else(String::new, |ship| ship.tech.label())
            )),
            (Action::BuyItem(card, _), "EV-A5-4") => {
                let ship = open.current(seat)?;
                let left = open.spaces_left(data, ship);
                Some(format!("It needs {} Spaces; {left} are free.", data.item(card)?.spaces))
            }
            (Action::Swap(card), "EV-A4-1") => {
                let top = open.nova_discard.top()?;
                Some(format!(
                    "The top Nova card has number {}, this card {}.",
                    data.number(top),
                    data.number(card)
                ))
            }
            (Action::Play(card, _), "EV-A1-1" | "EV-A1-2") => {
                Some(format!("It is played from {}.", data.mission(card)?.from.label))
            }
            (Action::CashIn(card), "EV-A1-6") => {
                let mission = open.missions.iter().find(|m| m.seat == seat && m.card == card)?;
                let what = data.mission(card)?;
                let stop = what.stop_names.get(usize::from(mission.done).min(what.stops.len() - 1))?;
                Some(format!("The next stop is {stop}."))
            }
            (Action::Load(card, _), "EV-A11-1") => {
                Some(format!("It is bought at {}.", data.route(card)?.buy.label))
            }
            (Action::Unload(card, _), "EV-A11-2") => {
                Some(format!("It is sold at {}.", data.route(card)?.sell.label))
            }
            _ => None,
        }
    }

    /// The map in characters.
    pub(crate) fn draw_map(&self, view: &View, width: usize) -> Vec<String> {
        let (open, data) = (&view.open, self.data());
        let columns = width.clamp(40, 160);
        let rows = 30;
        let mut grid = vec![vec![' '; columns]; rows];
        for (at, system) in data.systems.iter().enumerate() {
            let x = usize::from(system.x) * (columns - 4) / 1200;
            let y = usize::from(system.y) * (rows - 1) / 900;
            let pawns = open.seats().filter(|&seat| open.of(seat).pawn == Some(Sys(at as u8)));
            let word = match pawns.map(|seat| seat_word(seat).chars().next().unwrap_or('?')).next() {
                Some(letter) => format!("*{letter}*"),
                None => system.id.clone(),
            };
            for (n, letter) in word.chars().enumerate() {
                if let Some(cell) = grid[y].get_mut(x + n) {
                    *cell = letter;
                }
            }
        }
        let mut lines: Vec<String> =
            grid.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect();
        lines.extend(rules::Present::score_lines(self, view));
        if let Some(own) = &view.own {
            let hand = own.hand.iter().map(|&card| {
                format!("{} {} / {}", card.number(), data.green_name(card), data.red(card).name)
            });
            lines.extend(hand.map(|line| format!("  {line}")));
        }
        if let Some(Ending::Attrition(seat) | Ending::Total(seat)) = open.ending {
            lines.push(format!("{} has won", seat_word(seat)));
        }
        lines.into_iter().map(|line| line.chars().take(width).collect()).collect()
    }
}
