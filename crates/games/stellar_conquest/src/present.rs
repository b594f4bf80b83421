//! Words: titles, labels, log lines, the chart.

use atlas::Hex;
use rules::{Line, Notation as _, Present, Seat, StandingOrder, StandingOrders, Target, Viewer, dice_words};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    data::CLASSES,
    ids::{Kind, Star},
    picture::{NoDice, PrintPicture, SheetPicture, badge},
    scenario::Negotiation,
    state::{Frame, Token},
    view::View,
};

/// Names of the seats; they suggest the colours in which clients draw the first, second, … chair.
const SEATS: [&str; 4] = ["Azure", "Ember", "Jade", "Orchid"];

impl Present for StellarConquest {
    type Static<'a> = PrintPicture;
    type PublicView<'a> = ();
    type PrivateView<'a> = SheetPicture;
    type Detail = ();

    fn static_view(&self) -> PrintPicture {
        self.draw_print()
    }

    fn public_view(&self, _public: &View) {}

    fn private_view(&self, view: &View) -> SheetPicture {
        self.draw(view)
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        let wide = if width >= 32 * 3 { 3 } else { 2 };
        let mut rows = vec![vec![' '; 32 * wide]; 42];
        for hex in self.land.iter() {
            let (line, at) = (2 * hex.row() + hex.column() % 2, hex.column() * wide);
            let here = |fleet: &&crate::FleetView| fleet.hex == hex;
            let star = self.star_at(hex);
            let mark = match star {
                Some(star) => CLASSES[usize::from(self.class_of(star))],
                None if self.components.clouds.contains(hex) => ':',
                None => '.',
            };
            if let Some(row) = rows.get_mut(line) {
                row[at] = mark;
                if let Some(fleet) = view.fleets.iter().find(here) {
                    row[at + 1] = ['a', 'e', 'j', 'o'][fleet.owner.index()];
                } else if let Some(star) = star
                    && view.colonies.iter().any(|colony| colony.planet.star() == star)
                {
                    row[at + 1] = '*';
                }
            }
        }
        let fits = |row: Vec<char>| row.into_iter().take(width).collect::<String>().trim_end().to_owned();
        let mut chart: Vec<String> = rows.into_iter().map(fits).collect();
        chart.push("B F G K M stars, : cloud, a e j o fleets, * your colonies".chars().take(width).collect());
        chart
    }

    fn title(&self, view: &View, seat: Seat) -> String {
        let star = || self.star_name(Star(view.battle.star)).to_owned();
        match view.frame {
            Frame::Bonus => "Spend your bonus of 25 on ships and research, then commit".to_owned(),
            Frame::Production => match view.sheets[seat.index()].and_then(|sheet| sheet.work) {
                Some(planet) => {
                    format!(
                        "Production Year: plan {}, or another colony, then commit",
                        self.planet_name(&view.cards, planet)
                    )
                }
                None => "Production Year: you have no colony; commit".to_owned(),
            },
            Frame::Talk if self.scenario.negotiation == Negotiation::Open => {
                "Talk with anybody, then go on to movement".to_owned()
            }
            Frame::Talk => {
                let met: Vec<&str> = view.met[seat.index()].iter().map(|met| SEATS[met.index()]).collect();
                format!("Talk with {}, then go on to movement", met.join(", "))
            }
            Frame::Move if view.focus.picked != 0 => {
                format!("Give orders to fleet {}, or finish with it", fleet_number(Token(view.focus.picked)))
            }
            Frame::Move => "Choose a fleet to move, or end movement".to_owned(),
            Frame::Battles => "Choose the combat to fight next".to_owned(),
            Frame::Aim => {
                // SQ-6.2e.
                let own = view.fleets.iter().filter(|fleet| fleet.hex == self.hex_of(Star(view.battle.star)));
                let own = own.filter_map(|fleet| fleet.own.as_ref()).filter(|fleet| fleet.owner == seat);
                let warships: u16 = own.map(|fleet| fleet.ships.warships()).sum();
                let advice = if warships > 8 { " (by class: there are many warships)" } else { "" };
                format!("Combat at {}: choose targets{advice}", star())
            }
            Frame::Withdraw { forced: true, .. } => {
                format!("Your ships must leave {}: choose where to", star())
            }
            Frame::Withdraw { .. } => format!("Withdraw ships from {}, or fight on", star()),
            Frame::Planets => "Attack a colony, or end attacks".to_owned(),
            Frame::Declare => format!("Attack another colony at {} as well, or open fire", star()),
            Frame::Salvage(_) => "Scrap excess industry, or keep it".to_owned(),
            Frame::Settle => "Unload transports, or end your turn".to_owned(),
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley => {
                "The dice are rolling".to_owned()
            }
            Frame::Over => "The game is over".to_owned(),
        }
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        let planet = |planet| self.planet_name(&view.cards, planet);
        let kind = |kind: Kind| match (kind.people(), kind.base_of()) {
            (Some(people), _) => format!("CT of {}", SEATS[people.index()]),
            (None, Some(nth)) => {
                let at = Star(view.battle.star).planets().nth(nth).map(planet);
                format!("{} of {}", kind.symbol(), at.unwrap_or_default())
            }
            (None, None) => kind.symbol().to_owned(),
        };
        let arrival = |star: Star| {
            let own = view.fleets.iter().find(|fleet| fleet.token.0 == view.focus.picked)?.own.as_ref()?;
            let state = self.imagine(view, &mut NoDice);
            self.arrival(&state, own, star)
        };
        match action {
            Action::Buy(item, count) => {
                format!("Buy {count} {} for {}", item.symbol(), self.cost(item, count))
            }
            Action::Research(sequence, amount) => format!("Put {amount} into {}", sequence.symbol()),
            Action::Cancel(item, count) => format!("Take back {count} {}", item.symbol()),
            Action::Withhold(sequence, amount) => format!("Take {amount} back from {}", sequence.symbol()),
            Action::Recall => "Let nobody leave".to_owned(),
            Action::Acquire(development) => format!("Acquire {}", development.symbol()),
            Action::Rest(sequence) => format!("Put all that is left into {}", sequence.symbol()),
            Action::Repeat => "Repeat the last plan".to_owned(),
            Action::Work(at) => format!("Plan {}", planet(at)),
            Action::Send(sent) => format!("Send {sent} million away"),
            Action::Forgo(count) => format!("Leave {count} bonus million behind"),
            Action::Apart => "One fleet for each type of new ship".to_owned(),
            Action::Commit => "Commit".to_owned(),
            Action::Talked => "Go on to movement".to_owned(),
            Action::Pick(token) => format!("Fleet {}", fleet_number(token)),
            Action::Detach(what, origin, count) if what.is_transport() => {
                format!("Split off {count} {} from {}", kind(what), planet(origin))
            }
            Action::Detach(what, _, count) => format!("Split off {count} {}", kind(what)),
            Action::Cut => "Begin another group".to_owned(),
            Action::Merge(token) => format!("Join fleet {}", fleet_number(token)),
            Action::Bound(star) => match arrival(star) {
                Some(year) => format!("Head for {} (year {year})", self.star_name(star)),
                None => format!("Head for {}", self.star_name(star)),
            },
            Action::Avoid(star) => format!("Go round {}", self.star_name(star)),
            Action::Step(hex) => format!("Move to {}", self.place_name(hex)),
            Action::Proceed => "Go on as far as it can".to_owned(),
            Action::ProceedAll => "All fleets in flight go on".to_owned(),
            Action::Done => "Finish with this fleet".to_owned(),
            Action::Leave => "Put it down for now".to_owned(),
            Action::EndMove => "End movement".to_owned(),
            Action::Battle(star, foe) => format!("Fight {} at {}", SEATS[foe.index()], self.star_name(star)),
            Action::AimClass(at) => format!("All at {}", kind(at)),
            Action::AimShip(at, nth) => format!("Aim at {} number {nth}", kind(at)),
            Action::Pull(what, _, count) => format!("Take out {count} {}", kind(what)),
            Action::PullAll => "Take out all ships".to_owned(),
            Action::Retreat(hex) => format!("Withdraw to {}", self.place_name(hex)),
            Action::Stay => "No more".to_owned(),
            Action::Scrap(at, what, count) => format!("Scrap {count} {what:?} on {}", planet(at)),
            Action::Attack(at) => format!("Attack {}", planet(at)),
            Action::Fire => "Open fire".to_owned(),
            Action::EndAttack => "End attacks".to_owned(),
            Action::Destroy(at, millions) => format!("Destroy {millions} million on {}", planet(at)),
            Action::Unload(at, _, count) => format!("Unload {count} on {}", planet(at)),
            Action::EndTurn => "End turn".to_owned(),
            Action::EndGame => "End the game".to_owned(),
        }
    }

    fn targets(&self, _view: &View, action: Action) -> Vec<Target> {
        let target = match action {
            Action::Pick(token) | Action::Merge(token) => Target::Piece(token.0.to_string()),
            Action::Step(hex) | Action::Retreat(hex) => Target::Place(hex.to_string()),
            Action::Bound(star) | Action::Avoid(star) | Action::Battle(star, _) => {
                Target::Place(self.hex_of(star).to_string())
            }
            Action::Work(planet)
            | Action::Attack(planet)
            | Action::Scrap(planet, ..)
            | Action::Destroy(planet, _)
            | Action::Unload(planet, ..) => Target::Place(self.write_planet(planet)),
            _ => Target::Button(self.write_action(action).replace(' ', "-")),
        };
        vec![target]
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Buy(..) => "buy",
            Action::Research(..) | Action::Rest(_) | Action::Acquire(_) => "research",
            Action::Cancel(..) | Action::Withhold(..) | Action::Recall => "take back",
            Action::Work(_) => "colony",
            Action::Send(_) | Action::Forgo(_) => "people",
            Action::Repeat | Action::Apart | Action::Commit => "plan",
            Action::Pick(_) => "fleet",
            Action::Detach(..) | Action::Cut | Action::Merge(_) => "regroup",
            Action::Bound(_) | Action::Avoid(_) => "destination",
            Action::Step(_) | Action::Proceed | Action::ProceedAll => "move",
            Action::AimClass(_) | Action::AimShip(..) => "target",
            Action::Pull(..) | Action::PullAll | Action::Retreat(_) => "withdraw",
            Action::Attack(_) | Action::Fire => "attack",
            Action::Scrap(..) | Action::Destroy(..) => "destroy",
            Action::Unload(..) => "unload",
            Action::Talked
            | Action::Done
            | Action::Leave
            | Action::EndMove
            | Action::Battle(..)
            | Action::Stay
            | Action::EndAttack
            | Action::EndTurn
            | Action::EndGame => "turn",
        }
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        let seat = |seat: Seat| SEATS[seat.index()];
        let star = |star: Star| self.star_name(star);
        let text = match &event.what {
            What::Noted(_) | What::Regrouped { .. } => return None,
            What::Committed(who) => format!("{} is ready", seat(*who)),
            What::Year(year) => format!("Year {year}"),
            What::TurnOf(who) => format!("{}'s turn", seat(*who)),
            What::Moved { seat: who, token, from: None, to } => {
                format!("{}'s fleet {} enters at {}", seat(*who), token.0, self.place_name(*to))
            }
            What::Moved { seat: who, token, to, .. } => {
                format!("{}'s fleet {} moves to {}", seat(*who), token.0, self.place_name(*to))
            }
            What::Sighted { seat: who, token, ships } => {
                let list: Vec<String> =
                    badge(&ships.ships).into_iter().map(|(kind, count)| format!("{count} {kind}")).collect();
                format!("{}'s fleet {} is {}", seat(*who), token.0, list.join(", "))
            }
            What::Risked { seat: who, star: at, dice, lost } => {
                format!("{} risks {}: {}, {lost} lost", seat(*who), star(*at), dice_words(dice))
            }
            What::Explored(who, at) => format!("{} explores {}", seat(*who), star(*at)),
            What::Card(at, card) => self.tell_card(*at, *card),
            What::OutOfRange { seat: who, hex, lost: None } => {
                format!("{} loses ships out of range at {hex}", seat(*who))
            }
            What::OutOfRange { hex, lost: Some(lost), .. } => format!("{lost} ships were lost at {hex}"),
            What::Combat { star: at, attacker, defender } => {
                format!("{} fights {} at {}", seat(*attacker), seat(*defender), star(*at))
            }
            What::Barrage { seat: who, from, at, dice, hits } => {
                let (who, dice) = (seat(*who), dice_words(dice));
                format!("{who}'s {} fire at {}: {dice}, {hits} hit", from.symbol(), at.symbol())
            }
            What::Lost { seat: who, star: at, kind, count } => {
                format!("{} loses {count} {} at {}", seat(*who), kind.symbol(), star(*at))
            }
            What::Withdrew { seat: who, star: at, hex, .. } => {
                format!("{} withdraws from {} to {hex}", seat(*who), star(*at))
            }
            What::CombatOver(at) => format!("The combat at {} is over", star(*at)),
            What::Attacked { seat: who, planet, owner, mb, amb } => format!(
                "{} attacks {}'s colony at {}: {mb} MB, {amb} AMB",
                seat(*who),
                seat(*owner),
                self.write_planet(*planet)
            ),
            What::Scrapped(planet, what, count) => {
                format!("{count} {what:?} are scrapped at {}", self.write_planet(*planet))
            }
            What::Taken { planet, by, people } if by == people => {
                format!("{}'s colony at {} is free", seat(*by), self.write_planet(*planet))
            }
            What::Taken { planet, by, people } => {
                format!("{} conquers {}'s colony at {}", seat(*by), seat(*people), self.write_planet(*planet))
            }
            What::Destroyed(planet, millions) => {
                format!("{millions} million are destroyed at {}", self.write_planet(*planet))
            }
            What::Ended(planet) => format!("The colony at {} is no more", self.write_planet(*planet)),
            What::Ruined(planet) => format!("{} is uninhabitable for ever", self.write_planet(*planet)),
            What::Unloaded { seat: who, star: at, tokens } => {
                format!("{tokens} of {}'s fleets vanish at {}", seat(*who), star(*at))
            }
            What::Landed { seat: who, planet, millions } => {
                format!("{} lands {millions} million at {}", seat(*who), self.write_planet(*planet))
            }
            What::Reverted(who, hex) => format!("Transports at {hex} go over to {}", seat(*who)),
            What::Blast(at) => format!("{} destroys every ship on it and next to it", star(*at)),
            What::Reborn(at) => format!("{} has a planet again", star(*at)),
            What::Produced(year) => format!("The Production Year of year {year} is over"),
            What::Out(who, true) => format!("{} has nothing left", seat(*who)),
            What::Out(who, false) => format!("{} is back", seat(*who)),
            What::Over => "The game is over".to_owned(),
        };
        Some(Line::markup(&text))
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEATS[seat.index()].to_owned()
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        let state = self.imagine(view, &mut NoDice);
        let over = view.frame == Frame::Over;
        let tally = over.then(|| self.tally(&state));
        let points = tally.as_ref().map(|tally| tally.points.clone());
        let won = |seat: Seat| match &tally {
            Some(tally) if tally.winners().contains(seat) && tally.is_stand_off() => ", a stand-off",
            Some(tally) if tally.winners().contains(seat) => ", wins",
            Some(_) | None => "",
        };
        self.seat_list()
            .map(|seat| {
                let fleets = view.fleets.iter().filter(|fleet| fleet.owner == seat).count();
                let stars = view.explored[seat.index()].count_ones();
                let own = match (&points, view.viewer) {
                    (Some(points), _) => format!("{} points, ", points[seat.index()]),
                    (None, Viewer::Seat(me)) if me == seat => {
                        format!("{} points, ", view.points.unwrap_or(0))
                    }
                    (None, _) => String::new(),
                };
                let (fleets, stars) = (counted(fleets, "fleet"), counted(stars as usize, "star"));
                format!("{own}{fleets}, {stars}{}", won(seat))
            })
            .collect()
    }

    fn orders(&self) -> &'static [StandingOrder] {
        &crate::orders::ORDERS
    }

    fn standing_order_action(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        self.standing_answer(view, seat, given)
    }
}

/// "1 fleet", "3 fleets".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The number of a fleet for people.
pub(crate) fn fleet_number(token: Token) -> u16 {
    if token.0 > Token::PRIVATE { (token.0 - Token::PRIVATE) % 1000 } else { token.0 }
}

impl StellarConquest {
    fn place_name(&self, hex: Hex) -> String {
        match self.star_at(hex) {
            Some(star) => format!("{} ({hex})", self.star_name(star)),
            None => hex.to_string(),
        }
    }

    fn tell_card(&self, star: Star, card: u8) -> String {
        let planets: Vec<String> = self.components.cards[usize::from(card)]
            .planets
            .iter()
            .flatten()
            .map(|planet| {
                let metal = if planet.metal { " NM" } else { "" };
                format!("{} {:?}{}{metal}", planet.orbit, planet.kind, planet.limit)
            })
            .collect();
        let list = if planets.is_empty() { "no planets".to_owned() } else { planets.join("; ") };
        format!("{}: {list}", self.star_name(star))
    }
}
