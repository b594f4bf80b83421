//! What players see: titles, labels, targets, consequences. Everything is read from the view.

use atlas::Hex;
use rules::{
    Amount, Card, Line, Luck, Present, RuleId, Scene, SceneMark, Seat, StandingOrder, StandingOrders, Target,
    Viewer,
};

use crate::{
    StellarConquest,
    action::{Action, Event},
    data::CLASSES,
    ids::{Industry, Kind, Planet, Star},
    journey::Arrival,
    picture::{PrintPicture, SheetPicture},
    production::forecast,
    scenario::Negotiation,
    state::{Fleet, Frame, Token},
    view::View,
    words::{
        counted, development_name, industry_nouns, item_nouns, kind_nouns, listed, seat_name, sequence_name,
        ships_words,
    },
};

pub(crate) use crate::words::fleet_number;

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

    fn card(&self, view: &View, of: &Target) -> Option<Card> {
        self.card_of(view, of)
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        let wide = if width >= 32 * 3 { 3 } else { 2 };
        let mut rows = vec![vec![' '; 32 * wide]; 42];
        for hex in self.land.iter() {
            let (line, at) = (2 * hex.row() + hex.column() % 2, hex.column() * wide);
            let here = |fleet: &&crate::Fleet| fleet.hex == hex;
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
        match view.open.frame {
            Frame::Bonus => "Spend your bonus of 25 on ships and research, then commit".to_owned(),
            Frame::Production => match view.sheet(seat).and_then(|sheet| sheet.planning) {
                Some(planet) => format!("Production Year: plan {}", self.planet_name(view, planet)),
                None => "Production Year: you have no colony".to_owned(),
            },
            Frame::Talk if self.scenario.negotiation == Negotiation::Open => {
                "Talk with any player, then start your movement".to_owned()
            }
            Frame::Talk => {
                let met: Vec<String> =
                    view.open.met[seat.index()].iter().map(|met| seat_name(met).to_owned()).collect();
                format!("Talk with {}, then start your movement", listed(&met))
            }
            Frame::Move if view.focus.picked != 0 => {
                format!("Give orders to fleet {}", fleet_number(Token(view.focus.picked)))
            }
            Frame::Move => "Choose a fleet to move, or end movement".to_owned(),
            Frame::Battles => "Choose the combat to fight next".to_owned(),
            Frame::Privacy => format!("Combat at {}: keep it private?", star()),
            Frame::Aim => match self.next_to_aim(&view.known(), seat) {
                Some((from, aimed, count)) => {
                    let (one, many) = kind_nouns(from);
                    let ships = counted(count - aimed, one, many);
                    format!("Combat at {}: choose a target for your {ships}", star())
                }
                None => format!("Combat at {}: you have nothing to aim", star()),
            },
            Frame::Withdraw { forced: true, .. } if view.focus.picked != 0 || view.focus.group != 0 => {
                format!("Your ships must leave {}: choose where to", star())
            }
            Frame::Withdraw { forced: true, .. } => format!("Your ships must leave {}", star()),
            Frame::Withdraw { .. } if view.focus.picked != 0 => {
                format!("Choose a destination for the ships withdrawn from {}", star())
            }
            Frame::Withdraw { .. } => format!("Combat at {}: withdraw ships, or fight on", star()),
            Frame::Planets => "Attack a colony, or end attacks".to_owned(),
            Frame::Declare => format!("Attack another colony at {} as well, or open fire", star()),
            Frame::ScrapIndustry(_) => {
                format!("Your colony at {} is under attack: scrap excess industry, or keep it", star())
            }
            Frame::Settle => "Land colonists, or end your turn".to_owned(),
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley => {
                "The dice are rolling".to_owned()
            }
            Frame::Over => "The game is over".to_owned(),
        }
    }

    fn subtitle(&self, view: &View, seat: Seat) -> Option<String> {
        let known = view.known();
        match view.open.frame {
            Frame::Bonus => {
                Some(format!("{} left", counted(view.sheet(seat)?.bonus, "output unit", "output units")))
            }
            Frame::Production => {
                let left = self.unspent(&known, seat);
                Some(format!("{} left on all colonies", counted(left, "output unit", "output units")))
            }
            Frame::Move => {
                let Some(fleet) = view.own_fleet(Token(view.focus.picked)) else {
                    let idle = view.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done).count();
                    return Some(format!("{} without orders", counted(idle as u64, "fleet", "fleets")));
                };
                let ships = ships_words(&fleet.ships, seat);
                let left = Self::allowance(view.sheet(seat)?).saturating_sub(fleet.used);
                let left = if fleet.stopped { 0 } else { left };
                Some(format!("{ships}; {} left", counted(left, "hex", "hexes")))
            }
            // SQ-6.2e.
            Frame::Aim => {
                let ships = known.ships_of(seat, self.hex_of(Star(view.battle.star)));
                (ships.warships() > 8).then(|| "With many warships, aim each type at a class".to_owned())
            }
            _ => None,
        }
    }

    fn prompt_rule(&self, view: &View, _seat: Seat) -> Option<RuleId> {
        let name = match view.open.frame {
            Frame::Bonus => "SQ-3.2a",
            Frame::Production => "SQ-8.0c",
            Frame::Talk => "SQ-12.O4",
            Frame::Move => "SQ-4.1",
            Frame::Battles => "SQ-6.1.6b",
            Frame::Privacy => "SQ-6.0c",
            Frame::Aim => "SQ-6.1.1a",
            Frame::Withdraw { forced: false, .. } => "SQ-6.1.4a",
            Frame::Withdraw { forced: true, .. } => "SQ-4.3d",
            Frame::Planets | Frame::Declare => "SQ-7.1.5c",
            Frame::ScrapIndustry(_) => "SQ-7.1.4a",
            Frame::Settle => "SQ-4.5a",
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley | Frame::Over => {
                return None;
            }
        };
        Some(RuleId::new(name))
    }

    fn label(&self, view: &View, seat: Seat, action: Action) -> String {
        let planet = |planet| self.planet_name(view, planet);
        match action {
            Action::Buy(item, count) => {
                let (one, many) = item_nouns(item);
                let cost = self.price_here(view, seat, item, count);
                format!("Buy {} for {cost}", counted(count, one, many))
            }
            Action::Research(sequence, amount) => format!("Put {amount} into {}", sequence_name(sequence)),
            Action::Cancel(item, count) => {
                let (one, many) = item_nouns(item);
                format!("Take back {}", counted(count, one, many))
            }
            Action::Withhold(sequence, amount) => {
                format!("Take {amount} back from {}", sequence_name(sequence))
            }
            Action::Recall => "Cancel emigration".to_owned(),
            Action::Acquire(development) => format!("Acquire {}", development_name(development)),
            Action::ResearchRest(sequence) => {
                format!("Put all that is left into {}", sequence_name(sequence))
            }
            Action::Repeat => "Repeat the last plan".to_owned(),
            Action::PlanColony(at) => format!("Plan {}", planet(at)),
            Action::Send(millions) => format!("Send {millions} million away"),
            Action::Forgo(count) => format!("Leave {count} bonus million behind"),
            Action::SeparateTypes => "One fleet for each type of new ship".to_owned(),
            Action::Commit => "Commit".to_owned(),
            Action::EndTalk => "Start movement".to_owned(),
            Action::Pick(token) => match view.own_fleet(token) {
                Some(fleet) => {
                    format!("Fleet {}: {}", fleet_number(token), ships_words(&fleet.ships, fleet.owner))
                }
                None => format!("Fleet {}", fleet_number(token)),
            },
            Action::Detach(kind, origin, count) => {
                format!("Split off {}", self.part_words(view, seat, kind, origin, count))
            }
            Action::NewGroup => "Start a new group".to_owned(),
            Action::Merge(token) => format!("Join fleet {}", fleet_number(token)),
            Action::SetDestination(star) => match self.arrival_at(view, star) {
                Some(Arrival::Year(year)) => format!("Head for {} (year {year})", self.star_name(star)),
                Some(Arrival::OutOfRange) => format!("Head for {} (out of range)", self.star_name(star)),
                None => format!("Head for {}", self.star_name(star)),
            },
            Action::Avoid(star) => format!("Go round {}", self.star_name(star)),
            Action::Step(hex) => format!("Move to {}", self.place_name(hex)),
            Action::Proceed => match view.own_fleet(Token(view.focus.picked)).and_then(|fleet| fleet.bound) {
                Some(star) => format!("Continue to {}", self.star_name(star)),
                None => "Continue".to_owned(),
            },
            Action::ProceedAll => "All fleets in flight continue".to_owned(),
            Action::Done => "Finish with this fleet".to_owned(),
            Action::Deselect => "Deselect this fleet".to_owned(),
            Action::EndMove => "End movement".to_owned(),
            Action::Battle(star, foe) => format!("Fight {} at {}", seat_name(foe), self.star_name(star)),
            Action::Private(true) => "Keep this combat private".to_owned(),
            Action::Private(false) => "Let all players see it".to_owned(),
            Action::AimClass(at) => format!("Aim all at {}", self.target_words(view, seat, at, true)),
            Action::AimShip(at, nth) => {
                format!("Aim at {} no. {nth}", self.target_words(view, seat, at, false))
            }
            Action::PullOut(kind, origin, count) => {
                format!("Withdraw {}", self.part_words(view, seat, kind, origin, count))
            }
            Action::PullAll => "Withdraw all ships".to_owned(),
            Action::Retreat(hex) => format!("Withdraw to {}", self.place_name(hex)),
            Action::Finish => match view.open.frame {
                Frame::Withdraw { .. } if view.focus.group == 0 => "Fight on".to_owned(),
                Frame::Withdraw { .. } => "Stop withdrawing".to_owned(),
                Frame::ScrapIndustry(_) => "Keep the rest".to_owned(),
                _ => "Continue".to_owned(),
            },
            Action::Scrap(at, what, count) => {
                let (one, many) = industry_nouns(what);
                format!("Scrap {} on {}", counted(count, one, many), planet(at))
            }
            Action::Attack(at) => format!("Attack {}", planet(at)),
            Action::Fire => "Open fire".to_owned(),
            Action::EndAttack => "End attacks".to_owned(),
            Action::Destroy(at, millions) => format!("Destroy {millions} million on {}", planet(at)),
            Action::Unload(at, people, count) if people != seat => {
                format!("Land {count} million people of {} on {}", seat_name(people), planet(at))
            }
            Action::Unload(at, _, count) => format!("Land {count} million on {}", planet(at)),
            Action::EndTurn => "End turn".to_owned(),
            Action::EndGame => "End the game".to_owned(),
        }
    }

    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        let place = |hex: Hex| Target::Place(hex.to_string());
        let planet = |planet: Planet| Target::Place(self.write_planet(planet));
        let button = |word: &str| Target::Button(word.to_owned());
        let part = |kind: Kind, origin: Planet| {
            let kind = crate::notation::write_kind(kind);
            let origin = self.write_planet(origin);
            Target::Button(if origin == "-" { kind } else { format!("{kind}@{origin}") })
        };
        match action {
            Action::Pick(token) | Action::Merge(token) => vec![Target::Piece(token.0.to_string())],
            Action::Step(hex) | Action::Retreat(hex) => vec![place(hex)],
            Action::SetDestination(star) | Action::Avoid(star) => vec![place(self.hex_of(star))],
            Action::Battle(star, foe) => vec![place(self.hex_of(star)), Target::Seat(foe)],
            Action::PlanColony(at) | Action::Attack(at) | Action::Destroy(at, _) => vec![planet(at)],
            Action::Unload(at, people, _) => vec![planet(at), part(Kind::transport(people), Planet::NOWHERE)],
            Action::Scrap(at, Industry::Iu, _) => vec![planet(at), button("IU")],
            Action::Scrap(at, Industry::Riu, _) => vec![planet(at), button("RIU")],
            Action::Buy(item, _) | Action::Cancel(item, _) => vec![button(item.symbol())],
            Action::Research(sequence, _)
            | Action::Withhold(sequence, _)
            | Action::ResearchRest(sequence) => {
                vec![Target::Track(sequence.symbol().to_owned())]
            }
            Action::Acquire(development) => vec![Target::Card(development.symbol().to_owned())],
            Action::Detach(kind, origin, _) | Action::PullOut(kind, origin, _) => vec![part(kind, origin)],
            Action::AimClass(kind) | Action::AimShip(kind, _) => match kind.base_of() {
                Some(nth) => {
                    let at = Star(view.battle.star).planets().nth(nth).map(planet);
                    at.into_iter().chain([part(kind, Planet::NOWHERE)]).collect()
                }
                None => vec![part(kind, Planet::NOWHERE)],
            },
            Action::Recall => vec![button("recall")],
            Action::Repeat => vec![button("repeat")],
            Action::Send(_) => vec![button("send")],
            Action::Forgo(_) => vec![button("forgo")],
            Action::SeparateTypes => vec![button("separate-types")],
            Action::Commit => vec![button("commit")],
            Action::EndTalk => vec![button("end-talk")],
            Action::NewGroup => vec![button("new-group")],
            Action::Proceed => vec![button("proceed")],
            Action::ProceedAll => vec![button("proceed-all")],
            Action::Done => vec![button("done")],
            Action::Deselect => vec![button("deselect")],
            Action::EndMove => vec![button("end-move")],
            Action::Private(true) => vec![button("private")],
            Action::Private(false) => vec![button("public")],
            Action::PullAll => vec![button("pull-all")],
            Action::Finish => vec![button("finish")],
            Action::Fire => vec![button("fire")],
            Action::EndAttack => vec![button("end-attack")],
            Action::EndTurn => vec![button("end-turn")],
            Action::EndGame => vec![button("end-game")],
        }
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Buy(..) => "buy",
            Action::Research(..) => "research",
            Action::ResearchRest(_) => "research-rest",
            Action::Acquire(_) => "acquire",
            Action::Cancel(..) => "cancel",
            Action::Withhold(..) => "withhold",
            Action::PlanColony(_) => "colony",
            Action::Send(_) => "send",
            Action::Forgo(_) => "forgo",
            Action::Recall => "recall",
            Action::Repeat | Action::SeparateTypes | Action::Commit => "plan",
            Action::Pick(_) => "fleet",
            Action::Detach(..) => "detach",
            Action::NewGroup | Action::Merge(_) => "regroup",
            Action::SetDestination(_) => "destination",
            Action::Avoid(_) => "avoid",
            Action::Step(_) | Action::Proceed | Action::ProceedAll => "move",
            Action::AimClass(_) => "aim-class",
            Action::AimShip(..) => "aim-ship",
            Action::PullOut(..) => "pull-out",
            Action::PullAll | Action::Retreat(_) => "withdraw",
            Action::Attack(_) | Action::Fire => "attack",
            Action::Scrap(..) => "scrap",
            Action::Destroy(..) => "destroy",
            Action::Unload(..) => "unload",
            Action::Private(_) => "privacy",
            Action::EndTalk
            | Action::Done
            | Action::Deselect
            | Action::EndMove
            | Action::Battle(..)
            | Action::Finish
            | Action::EndAttack
            | Action::EndTurn
            | Action::EndGame => "turn",
        }
    }

    fn amount(&self, view: &View, seat: Seat, action: Action) -> Option<Amount> {
        let known = view.known();
        let (value, most, unit) = match action {
            Action::Buy(item, count) => (count, self.may_buy(&known, seat, item).ok()?, item_nouns(item).1),
            Action::Cancel(item, count) => (count, self.bought_here(&known, seat, item), item_nouns(item).1),
            Action::Research(_, amount) => {
                (amount, self.left(&known, seat).min(u32::from(u16::MAX)) as u16, "output units")
            }
            Action::Withhold(sequence, amount) => {
                (amount, self.unused_here(&known, seat, sequence), "output units")
            }
            Action::Send(millions) => (u16::from(millions), self.may_send(&known, seat).ok()?, "million"),
            Action::Forgo(count) => {
                let planning = view.sheet(seat)?.planning?;
                (u16::from(count), u16::from(known.colony(planning)?.plan.bonus), "million")
            }
            Action::Detach(kind, origin, count) => {
                let fleet = view.own_fleet(Token(view.focus.picked))?;
                (count, self.part_of(view, &[*fleet], kind, origin), kind_nouns(kind).1)
            }
            Action::PullOut(kind, origin, count) => {
                let hex = self.hex_of(Star(view.battle.star));
                let own: Vec<Fleet> = known.fleets_of(seat, hex).copied().collect();
                (count, self.part_of(view, &own, kind, origin), kind_nouns(kind).1)
            }
            Action::Scrap(at, what, count) => {
                (count, Self::excess(known.colony(at)?, what), industry_nouns(what).1)
            }
            Action::Destroy(at, millions) => {
                let most = self.destruction(&known, at.star()).min(u16::from(known.colony(at)?.pop));
                (u16::from(millions), most, "million")
            }
            Action::Unload(at, people, count) => {
                (count, self.landing(&known, seat, at, people).ok()?, "million")
            }
            _ => return None,
        };
        Some(Amount { value: i32::from(value), min: 1, max: i32::from(most), step: 1, unit: unit.to_owned() })
    }

    fn is_primary(&self, view: &View, seat: Seat, action: Action) -> bool {
        self.usual_action(view, seat) == Some(action)
    }

    fn consequence(&self, view: &View, seat: Seat, action: Action) -> Option<String> {
        let known = view.known();
        match action {
            Action::Commit => {
                let left = self.unspent(&known, seat);
                (left > 0).then(|| format!("{} will be lost", counted(left, "output unit", "output units")))
            }
            Action::EndMove => {
                let lost = self.ships_out_of_range(view, seat);
                (lost > 0).then(|| format!("{} out of range will be lost", counted(lost, "ship", "ships")))
            }
            Action::SetDestination(star) if self.arrival_at(view, star) == Some(Arrival::OutOfRange) => {
                Some("The fleet will wait at the limit of its range".to_owned())
            }
            Action::Send(millions) => {
                let colony = known.colony(view.sheet(seat)?.planning?)?;
                let card = self.planet(&known, colony.planet)?;
                let after = forecast(card, colony, u16::from(millions));
                let paid = self.left(&known, seat).saturating_sub(u32::from(millions));
                let lost = u32::from(after.bonus).saturating_sub(paid);
                if lost > 0 {
                    return Some(format!("{lost} bonus million will be lost for want of output"));
                }
                (after.pop == 0).then(|| "The colony will end".to_owned())
            }
            Action::Forgo(count) => Some(format!("{count} million will be lost")),
            Action::Scrap(_, what, count) => {
                let (one, many) = industry_nouns(what);
                Some(format!("{} will be lost", counted(count, one, many)))
            }
            Action::Destroy(at, millions) => {
                let colony = known.colony(at)?;
                if u16::from(millions) < u16::from(colony.pop) {
                    return Some(format!("{millions} million die, and as many industrial units are lost"));
                }
                let ruined = colony.destroyed + u16::from(millions) >= 10;
                let after =
                    if ruined { "and the planet becomes uninhabitable" } else { "and the planet is free" };
                Some(format!("The colony ends, {after}"))
            }
            Action::EndGame => Some("The game is scored as it stands".to_owned()),
            _ => None,
        }
    }

    fn is_irreversible(&self, view: &View, seat: Seat, action: Action) -> bool {
        match action {
            Action::Scrap(..) | Action::Destroy(..) | Action::EndGame => true,
            Action::Commit | Action::EndMove => self.consequence(view, seat, action).is_some(),
            _ => false,
        }
    }

    fn why_not(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        self.reason(view, seat, action, rule)
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        self.line_of(event)
    }

    fn luck(&self, event: &Event) -> Option<Luck> {
        crate::log::luck(event)
    }

    fn scene_mark(&self, event: &Event) -> SceneMark {
        self.scene_mark_of(event)
    }

    fn scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        self.scene_of(view, events)
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat).to_owned()
    }

    fn tally(&self, view: &View, seat: Seat) -> Vec<(&'static str, i32)> {
        let known = view.known();
        let colonies: Vec<_> = known.colonies_of(seat).collect();
        let people: i32 = colonies.iter().map(|colony| i32::from(colony.pop)).sum();
        let own = view.viewer.is(seat).then(|| self.own_points(view)).flatten();
        vec![
            ("Points", own.map_or(0, i32::from)),
            ("Colonies", colonies.len() as i32),
            ("Population", people),
            ("Stars explored", view.open.explored[seat.index()].count_ones() as i32),
        ]
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        let end = (view.open.frame == Frame::Over).then(|| self.score(&view.known()));
        let own_points = self.own_points(view);
        let won = |seat: Seat| match &end {
            Some(score) if score.winners().contains(seat) && score.is_stand_off() => ", a stand-off",
            Some(score) if score.winners().contains(seat) => ", wins",
            Some(_) | None => "",
        };
        self.seat_list()
            .map(|seat| {
                let fleets = view.fleets.iter().filter(|fleet| fleet.owner == seat).count() as u64;
                let stars = u64::from(view.open.explored[seat.index()].count_ones());
                let points = match (&end, view.viewer) {
                    (Some(score), _) => Some(score.points[seat.index()]),
                    (None, Viewer::Seat(me)) if me == seat => own_points,
                    (None, _) => None,
                };
                let points = points
                    .map_or_else(String::new, |points| format!("{}, ", counted(points, "point", "points")));
                let (fleets, stars) = (counted(fleets, "fleet", "fleets"), counted(stars, "star", "stars"));
                format!("{points}{fleets}, {stars} explored{}", won(seat))
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
