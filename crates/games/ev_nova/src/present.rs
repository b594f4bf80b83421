//! Titles, labels, targets and standing orders. Sees views only.

use rules::{
    Amount, Card as Explanation, Line, Present, RuleId, Scene, SceneMark, Seat, StandingOrder,
    StandingOrders, Target,
};

use crate::board::{OwnView, StaticView, TableView, seat_word};
use crate::{Action, Ask, Card, CheckKind, Damage, EvNova, Event, Frame, Role, ShipId, Stage, Sys, View};

/// The standing orders, in the order of their bits.
const ORDERS: [StandingOrder; 9] = [
    StandingOrder { id: "pass-introductions", label: "Never introduce ships from my tabs", default: false },
    StandingOrder { id: "pass-empty", label: "Pass windows in which my cards allow nothing", default: true },
    StandingOrder { id: "no-maneuver", label: "Never run the Flannigan Maneuver", default: true },
    StandingOrder { id: "no-planets", label: "Never add a planet from my hand to a battle", default: false },
    StandingOrder {
        id: "recover-fighters",
        label: "Take all fighters back at the end of a round",
        default: true,
    },
    StandingOrder { id: "no-boarding", label: "Never board", default: false },
    StandingOrder { id: "take-hits", label: "Never try to escape from pursuing weapons", default: false },
    StandingOrder { id: "stand-clear", label: "Stand clear of battles of others", default: false },
    StandingOrder { id: "no-withdrawal", label: "Never withdraw from a battle", default: false },
];

impl EvNova {
    pub(crate) fn red_name(&self, card: Card) -> &str {
        &self.data().red(card).name
    }
    pub(crate) fn green_name(&self, card: Card) -> &str {
        self.data().green_name(card)
    }
    pub(crate) fn system_name(&self, system: Sys) -> &str {
        &self.data().systems[system.index()].name
    }
    fn ship_name(&self, view: &View, ship: ShipId) -> String {
        view.open.ships.get(ship.index()).filter(|what| what.role != Role::Gone).map_or_else(
            || "a ship that is gone".to_owned(),
            |what| {
                let seat = view.open.captain(ship);
                let whose = if view.seat == Some(seat) { "your" } else { seat_word(seat) };
                format!("{whose} {}", self.green_name(what.card))
            },
        )
    }
    fn weapon_name(&self, view: &View, ship: ShipId, system: u8) -> String {
        let line = view.open.ships.get(ship.index()).and_then(|_| view.open.line(self.data(), ship, system));
        line.map_or_else(
            || "a weapon".to_owned(),
            |line| {
                let name = &self.data().weapon_names[usize::from(line.weapon)];
                if line.count > 1 { format!("{} {name}", line.count) } else { name.clone() }
            },
        )
    }
    /// "≤ 5: 61 %" for a shot at a ship.
    fn shot_words(&self, view: &View, ship: ShipId, system: u8, target: ShipId, combined: bool) -> String {
        let word = format!("s{}", ship.0);
        let aim = format!("s{}", target.0);
        let odds = view.seat.map_or_else(Vec::new, |seat| self.shot_odds(&view.open, seat));
        let found = odds.iter().find(|odds| {
            odds.ship == word && odds.system == system && odds.target == aim && odds.combined == combined
        });
        match found {
            Some(odds) if odds.effect == "destroyed" => ", destroys it".to_owned(),
            Some(odds) => format!(", {} or less: {} %", odds.hit.success.max(-1), odds.hit.thousandths / 10),
            None => String::new(),
        }
    }
    fn fee_words(&self, view: &View, planet: Option<Card>) -> Option<String> {
        let seat = view.seat?;
        let fee = view.open.fee(self.data(), seat, planet?);
        (fee > 0).then(|| format!("Hostile Landing Fee: {fee} cards first"))
    }
}

impl Present for EvNova {
    type Static<'a> = StaticView;
    type PublicView<'a> = TableView;
    type PrivateView<'a> = OwnView;
    type Detail = ();

    fn static_view(&self) -> StaticView {
        self.build_static()
    }

    fn public_view<'a>(&'a self, public: &'a View) -> TableView {
        self.build_public(public)
    }

    fn private_view<'a>(&'a self, view: &'a View) -> OwnView {
        self.build_private(view)
    }

    fn card(&self, view: &View, of: &Target) -> Option<Explanation> {
        self.explain(view, of)
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        self.draw_map(view, width)
    }

    fn title(&self, view: &View, seat: Seat) -> String {
        let open = &view.open;
        if open.ask != Ask::Seat(seat) && open.ask != Ask::Contributions {
            return match open.ask {
                Ask::Seat(other) => format!("{} decides", seat_word(other)),
                Ask::Over => "The match is over".to_owned(),
                _ => "A card is turned over".to_owned(),
            };
        }
        let here = open.of(seat).pawn.map_or("space", |system| self.system_name(system));
        match open.frame() {
            Some(Frame::Contribute) if open.of(seat).confirmed => {
                "The others choose their Nova cards".to_owned()
            }
            Some(Frame::Contribute) => {
                "Choose 20 cards for the Nova Deck, 2 of each Action Number".to_owned()
            }
            Some(Frame::Launch) => "Discard a planet from your hand and launch there".to_owned(),
            Some(Frame::LaunchChoice { card }) => format!("Launch at {}?", self.red_name(card)),
            Some(Frame::Stranded) => format!("You are stranded at {here}"),
            Some(Frame::Main) => match (open.done.moved, open.done.acted) {
                (false, false) => "Your turn: move and act, in either order".to_owned(),
                (true, false) => "Your turn: one action".to_owned(),
                (false, true) => "Your turn: you may still move".to_owned(),
                (true, true) => "Sell, or end your turn".to_owned(),
            },
            Some(Frame::Pay { left, .. }) => format!("Pay {left} {}: the last one lies on top", cards(left)),
            Some(Frame::Order { .. }) => "Lay these cards on your stack: the last one lies on top".to_owned(),
            Some(Frame::Marker { .. }) => "Remove one of your Hostile Markers".to_owned(),
            Some(Frame::Arrive) => "Which opposition do you meet first?".to_owned(),
            Some(Frame::OpposeAdd { card, .. }) => format!("Add ships against {}?", self.red_name(card)),
            Some(Frame::EventAdd { card, .. }) => format!("Add deployed ships to {}?", self.red_name(card)),
            Some(Frame::EndWindow { .. }) => {
                let system = open.of(open.active).pawn.map_or("space", |system| self.system_name(system));
                format!("{} ends a turn at {system}: introduce ships?", seat_word(open.active))
            }
            Some(Frame::EndDecide) => "Ships were shown that do not attack you. Attack them?".to_owned(),
            Some(Frame::Assign { .. }) => "Assign Telepath outfits".to_owned(),
            Some(Frame::Evade { what, .. }) => match what {
                CheckKind::Pursuit => "They pursue you. Play Evasive Maneuver?".to_owned(),
                CheckKind::Capture => "They capture your ship. Play Evasive Maneuver?".to_owned(),
                _ => "A shot is aimed at your ship. Play Evasive Maneuver?".to_owned(),
            },
            Some(Frame::EscapeChoice) => "The weapon pursues your ship: escape, or take the hit?".to_owned(),
            Some(Frame::Pursue { runner, .. }) => format!("{} withdraws. Who pursues?", seat_word(runner)),
            Some(Frame::Retreat { .. }) => "You got away: where to?".to_owned(),
            Some(Frame::DealAnswer { ship, .. }) => {
                format!("Take control of {} for one card?", self.ship_name(view, ship))
            }
            Some(Frame::SelfDestruct { .. }) => "They board your ship. Blow it up?".to_owned(),
            Some(Frame::Ammunition { .. }) => "Take ammunition from the looted ship?".to_owned(),
            Some(Frame::CaptureAgain { .. }) => "Looted. Try to capture it as well?".to_owned(),
            Some(Frame::CaptureAs { .. }) => "Captured. What becomes of the ship?".to_owned(),
            Some(Frame::CaptureItems { .. }) => "Which weapons and outfits do you keep?".to_owned(),
            Some(Frame::CaptureAssets { .. }) => "Which cargo do you take?".to_owned(),
            Some(Frame::Give { left, .. }) => format!("Give {left} {} for what you took", cards(left)),
            Some(Frame::PassCards { left, .. }) => format!("Pass {left} {} for the repair", cards(left)),
            Some(Frame::PayRepair { .. }) => {
                format!("Pay {} cards for the repair?", open.repair_price(self.data(), seat))
            }
            Some(Frame::Offer { .. }) => "How many cards do you offer for a repair?".to_owned(),
            Some(Frame::Battle) => self.battle_title(view),
            _ => "Decide".to_owned(),
        }
    }

    fn subtitle(&self, view: &View, seat: Seat) -> Option<String> {
        let open = &view.open;
        match open.frame()? {
            Frame::Main if open.of(seat).blocked => Some("Drop Bears: you may not move this turn".to_owned()),
            Frame::LaunchChoice { .. } => {
                Some(format!("{} of 5 planets declined in this launching", open.of(seat).declined))
            }
            Frame::Stranded => Some(format!(
                "Turn {} of 3; after the third you are lost in space. You offer {} cards.",
                open.of(seat).stranded_turns,
                open.of(seat).offer
            )),
            Frame::Evade { .. } | Frame::EscapeChoice => {
                let check = open.battle.as_ref()?.check;
                let odds = self.odds(open, check.0, check.1);
                Some(format!("AV {} against OV {}: {} % now", odds.av, odds.ov, odds.thousandths / 10))
            }
            Frame::Battle => {
                let battle = open.battle.as_ref()?;
                (battle.round > 0)
                    .then(|| format!("Round {}, phase {} of {}", battle.round, battle.phase, battle.last))
            }
            _ => None,
        }
    }

    fn prompt_rule(&self, view: &View, _seat: Seat) -> Option<RuleId> {
        let rule = match view.open.frame()? {
            Frame::Contribute => "EV-DECK-8",
            Frame::Launch | Frame::LaunchChoice { .. } => "EV-LAUNCH-2",
            Frame::Stranded => "EV-REP-4",
            Frame::Main => "EV-TURN-1",
            Frame::Pay { .. } => "EV-AP-5",
            Frame::Order { .. } => "EV-AP-5a",
            Frame::EndWindow { .. } => "EV-GS-3",
            Frame::EndDecide => "EV-GS-5",
            Frame::OpposeAdd { .. } => "EV-OPP-4",
            Frame::Evade { .. } => "EV-R-65",
            Frame::EscapeChoice => "EV-PUR-2",
            Frame::Pursue { .. } => "EV-WD-3",
            Frame::Retreat { .. } => "EV-WD-6",
            Frame::DealAnswer { .. } => "EV-PI-8",
            Frame::Give { .. } => "EV-CMP-1",
            Frame::Battle => match view.open.battle.as_ref()?.stage {
                Stage::Join { .. } => "EV-B-3",
                Stage::RedAlert { .. } => "EV-B-7",
                Stage::Planets { .. } => "EV-B-10",
                Stage::Introduce { .. } => "EV-B-11",
                Stage::Span => "EV-B-16a",
                Stage::Maneuver { .. } | Stage::Spring { .. } => "EV-FL-1",
                Stage::Withdraw { .. } => "EV-WD-1",
                Stage::Board { .. } => "EV-BRD-1",
                _ => "EV-B-19",
            },
            _ => return None,
        };
        Some(RuleId::new(rule))
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        let red = |card: Card| self.red_name(card).to_owned();
        let green = |card: Card| self.green_name(card).to_owned();
        let system = |system: Sys| self.system_name(system).to_owned();
        let ship = |ship: ShipId| self.ship_name(view, ship);
        let bonus = |card: Option<Card>| if card.is_some() { " with Precision Shot" } else { "" };
        let cost = |card: Card| self.data().cost(card);
        let price = |count: u8| format!("{count} {}", cards(count));
        let on = |planet: Option<Card>| planet.map_or_else(String::new, |card| format!(" on {}", red(card)));
        match action {
            Action::Give(card) => format!("Give {} / {}", green(card), red(card)),
            Action::TakeBack(card) => format!("Keep {} / {}", green(card), red(card)),
            Action::GiveRest => "Complete with the recommended cards".to_owned(),
            Action::Confirm => "Confirm".to_owned(),
            Action::Place => "Launch here".to_owned(),
            Action::Decline => "Decline".to_owned(),
            Action::LaunchFrom(card) => format!("Launch at {}", red(card)),
            Action::Move(to) => format!("Move to {}", system(to)),
            Action::Transit(_, to) => format!("Hypergate to {}", system(to)),
            Action::SellItem(card, planet) => {
                format!("Sell {} on {} for {}", green(card), red(planet), price(cost(card) / 2))
            }
            Action::SellShip(what, planet) => format!("Sell {} on {}", ship(what), red(planet)),
            Action::Play(card, planet) => format!("Play {}{}", red(card), on(planet)),
            Action::CashIn(card) => format!("Cash in {}", red(card)),
            Action::Cycle(card) => format!("Cycle {} / {}", green(card), red(card)),
            Action::FlipNova => "Flip a Nova card".to_owned(),
            Action::Swap(card) => {
                let top = view
                    .open
                    .nova_discard
                    .top()
                    .map_or_else(String::new, |top| format!(" for {} / {}", green(top), red(top)));
                format!("Swap {} / {}{top}", green(card), red(card))
            }
            Action::BuyItem(card, planet) => {
                format!("Buy {} on {} for {}", green(card), red(planet), price(cost(card)))
            }
            Action::BuyShip(card, planet) => {
                format!("Buy {} on {} as your ship for {}", green(card), red(planet), price(cost(card)))
            }
            Action::BuyFighter(card, planet, to) => {
                format!("Buy {} on {} as a fighter of {}", green(card), red(planet), ship(to))
            }
            Action::BuyEscort(card, planet) => {
                format!("Buy {} on {} as an Escort for {}", green(card), red(planet), price(cost(card)))
            }
            Action::Upgrade(what, card, planet) => {
                format!("Upgrade {} to {} on {}", ship(what), green(card), red(planet))
            }
            Action::Deploy(card) => format!("Deploy {} face down", green(card)),
            Action::Load(card, planet) => format!("Load {}{}", red(card), on(planet)),
            Action::Unload(card, planet) => format!("Sell {}{}", red(card), on(planet)),
            Action::EventAt(card, at) => format!("{} at {}", red(card), system(at)),
            Action::EventOn(card, other) => format!("{} on {}", red(card), seat_word(other)),
            Action::Event(card) => format!("Play {}", red(card)),
            Action::Attack(other) => format!("Attack {}", seat_word(other)),
            Action::Welfare => "Welfare: draw 1 card".to_owned(),
            Action::Repair(other) => {
                format!("Repair {} for {} cards", seat_word(other), view.open.of(other).offer)
            }
            Action::EndTurn => "End turn".to_owned(),
            Action::Lay(card) => format!("Lay {} / {}", green(card), red(card)),
            Action::Remove(power) => format!("Remove the {} marker", power.name()),
            Action::Show(card) => format!("Introduce {}", green(card)),
            Action::Done => "Done".to_owned(),
            Action::Pass => "Pass".to_owned(),
            Action::AttackShown(power) => format!("Attack the {} ships", power.name()),
            Action::Ignore => "Let them go".to_owned(),
            Action::Join => "Join the battle".to_owned(),
            Action::StandClear => "Stand clear".to_owned(),
            Action::RedAlert => "Red Alert: try to withdraw at once".to_owned(),
            Action::Fight => "Fight".to_owned(),
            Action::Reveal(card) => format!("Engage {}", red(card)),
            Action::Assign(card, to) => format!("Assign {} to {}", green(card), ship(to)),
            Action::Begin(phase) => format!("Begin with phase {phase}"),
            Action::End(phase) => format!("End with phase {phase}"),
            Action::Maneuver(what) => format!("{} runs the Flannigan Maneuver", ship(what)),
            Action::Spring(what, n, target, card) => {
                let weapon = self.weapon_name(view, what, n);
                format!("Spring: {} of {} at {}{}", weapon, ship(what), ship(target), bonus(card))
            }
            Action::SpringFor(what, other, n, target) => {
                let weapon = self.weapon_name(view, other, n);
                format!("Spring {} for {weapon} of {} at {}", ship(what), ship(other), ship(target))
            }
            Action::Wait => "Wait".to_owned(),
            Action::Launch(carrier, fighter) => format!("Launch {} from {}", ship(fighter), ship(carrier)),
            Action::Fire(what, n, target, card) => format!(
                "Fire {} at {}{}{}",
                self.weapon_name(view, what, n),
                ship(target),
                self.shot_words(view, what, n, target, false),
                bonus(card)
            ),
            Action::Combine(what, n, target, card) => format!(
                "One combined shot, {}, at {}{}{}",
                self.weapon_name(view, what, n),
                ship(target),
                self.shot_words(view, what, n, target, true),
                bonus(card)
            ),
            Action::Support(what, other) => format!("{} supports {}", ship(what), ship(other)),
            Action::PlanetFire(card, target) => format!("{} fires at {}", red(card), ship(target)),
            Action::Escape => "Try to escape".to_owned(),
            Action::Take => "Take the hit".to_owned(),
            Action::Evade(_) => "Play Evasive Maneuver".to_owned(),
            Action::Withdraw => "Withdraw".to_owned(),
            Action::Stay => "Stay".to_owned(),
            Action::Pursue(what) => format!("{} pursues", ship(what)),
            Action::Retreat(to) => format!("To {}", system(to)),
            Action::Recover(what, to) => format!("{} returns to {}", ship(what), ship(to)),
            Action::TakeFighter(what, to) => format!("Take {} into {}", ship(what), ship(to)),
            Action::Board(what) => format!("{} boards", ship(what)),
            Action::Loot(what) => format!("Loot {}", ship(what)),
            Action::Capture(what) => format!("Capture {}", ship(what)),
            Action::SelfDestruct => "Self-destruct".to_owned(),
            Action::TakeAmmo(card) | Action::TakeItem(card) => format!("Take {}", green(card)),
            Action::AsEscort => "As an Escort".to_owned(),
            Action::AsShip => "As your own ship".to_owned(),
            Action::AsFighter(to) => format!("Into the bay of {}", ship(to)),
            Action::MoveItem(card) => format!("Move {} to the new ship", green(card)),
            Action::TakeAsset(card) => format!("Take {}", red(card)),
            Action::DropEscort(what) => format!("Give up {}", ship(what)),
            Action::Accept => "Accept".to_owned(),
            Action::Refuse => "Refuse".to_owned(),
            Action::PayRepair => "Pay for the repair".to_owned(),
            Action::Offer(n) => format!("Offer {n} {}", cards(n)),
            Action::Meet(card) => format!("Meet the opposition to {}", red(card)),
            Action::FromHand(card) => format!("Give {} / {}", green(card), red(card)),
            Action::FromDeck => "Give the top card of your Ship Deck".to_owned(),
            Action::GiveUp => "Give up".to_owned(),
        }
    }

    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        let data = self.data();
        let card = |card: Card| Target::Card(card.number());
        let place = |system: Sys| Target::Place(data.systems[system.index()].id.clone());
        let piece = |ship: ShipId| Target::Piece(format!("s{}", ship.0));
        let button = |name: &str| vec![Target::Button(name.to_owned())];
        match action {
            Action::Move(to) | Action::Retreat(to) => vec![place(to)],
            Action::Transit(c, to) | Action::EventAt(c, to) => vec![card(c), place(to)],
            Action::EventOn(c, seat) => vec![card(c), Target::Seat(seat)],
            Action::Attack(seat) | Action::Repair(seat) => vec![Target::Seat(seat)],
            Action::Give(c)
            | Action::TakeBack(c)
            | Action::LaunchFrom(c)
            | Action::CashIn(c)
            | Action::Cycle(c)
            | Action::Swap(c)
            | Action::Deploy(c)
            | Action::Event(c)
            | Action::Lay(c)
            | Action::Show(c)
            | Action::Reveal(c)
            | Action::Evade(c)
            | Action::TakeAmmo(c)
            | Action::TakeItem(c)
            | Action::MoveItem(c)
            | Action::TakeAsset(c)
            | Action::Meet(c)
            | Action::FromHand(c) => vec![card(c)],
            Action::Play(c, planet) | Action::Load(c, planet) | Action::Unload(c, planet) => {
                [card(c)].into_iter().chain(planet.map(card)).collect()
            }
            Action::SellItem(c, planet)
            | Action::BuyItem(c, planet)
            | Action::BuyShip(c, planet)
            | Action::BuyEscort(c, planet) => vec![card(c), card(planet)],
            Action::BuyFighter(c, planet, ship) | Action::Upgrade(ship, c, planet) => {
                vec![card(c), piece(ship), card(planet)]
            }
            Action::SellShip(ship, planet) => vec![piece(ship), card(planet)],
            Action::Assign(c, ship) => vec![card(c), piece(ship)],
            Action::Maneuver(ship)
            | Action::Pursue(ship)
            | Action::Board(ship)
            | Action::Loot(ship)
            | Action::Capture(ship)
            | Action::AsFighter(ship)
            | Action::DropEscort(ship) => vec![piece(ship)],
            Action::Launch(a, b)
            | Action::Support(a, b)
            | Action::Recover(a, b)
            | Action::TakeFighter(a, b) => {
                vec![piece(a), piece(b)]
            }
            Action::Fire(ship, n, target, c)
            | Action::Combine(ship, n, target, c)
            | Action::Spring(ship, n, target, c) => {
                let system = Target::Track(format!("s{}-{n}", ship.0));
                [system, piece(target)].into_iter().chain(c.map(card)).collect()
            }
            Action::SpringFor(ship, other, n, target) => {
                vec![piece(ship), Target::Track(format!("s{}-{n}", other.0)), piece(target)]
            }
            Action::PlanetFire(c, target) => vec![card(c), piece(target)],
            Action::FlipNova => vec![Target::Card("nova".to_owned())],
            Action::Place => match view.open.frame() {
                Some(Frame::LaunchChoice { card: c }) => {
                    [card(c)].into_iter().chain(data.planets[c.index()].map(place)).collect()
                }
                _ => button("place"),
            },
            Action::Begin(phase) | Action::End(phase) => vec![Target::Track(format!("phase-{phase}"))],
            Action::Remove(power) | Action::AttackShown(power) => {
                vec![Target::Track(power.name().to_owned())]
            }
            other => {
                let text = rules::Notation::write_action(self, other);
                button(&text.replace(' ', "-"))
            }
        }
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Move(_) | Action::Transit(..) | Action::Retreat(_) => "move",
            Action::SellItem(..) | Action::SellShip(..) => "sell",
            Action::BuyItem(..)
            | Action::BuyShip(..)
            | Action::BuyFighter(..)
            | Action::BuyEscort(..)
            | Action::Upgrade(..) => "buy",
            Action::Play(..) | Action::CashIn(_) | Action::Load(..) | Action::Unload(..) => "missions",
            Action::EventAt(..) | Action::EventOn(..) | Action::Event(_) => "events",
            Action::Cycle(_) | Action::Swap(_) | Action::FlipNova | Action::Welfare | Action::Deploy(_) => {
                "cards"
            }
            Action::Attack(_) | Action::AttackShown(_) => "attack",
            Action::Offer(_) => "offer",
            Action::Combine(..) => "combine",
            Action::Fire(..)
            | Action::Support(..)
            | Action::PlanetFire(..)
            | Action::Spring(..)
            | Action::SpringFor(..)
            | Action::Launch(..) => "fire",
            Action::Lay(_) | Action::FromHand(_) | Action::FromDeck => "pay",
            _ => "decide",
        }
    }

    fn amount(&self, view: &View, seat: Seat, action: Action) -> Option<Amount> {
        let Action::Offer(value) = action else { return None };
        let max = i32::from(view.open.of(seat).hand);
        Some(Amount { value: i32::from(value), min: 0, max, step: 1, unit: "cards".to_owned() })
    }

    fn is_primary(&self, view: &View, seat: Seat, action: Action) -> bool {
        let open = &view.open;
        match action {
            // Gold never gives up a move or a shot that is still possible.
            Action::EndTurn => open.done.acted && (open.done.moved || open.of(seat).blocked),
            Action::Done => self.shot_odds(open, seat).is_empty(),
            Action::Confirm
            | Action::GiveRest
            | Action::Place
            | Action::StandClear
            | Action::Fight
            | Action::Pass
            | Action::Stay
            | Action::Take
            | Action::Ignore
            | Action::PayRepair
            | Action::AsEscort => true,
            Action::CashIn(_) | Action::Unload(..) => true,
            _ => false,
        }
    }

    fn consequence(&self, view: &View, seat: Seat, action: Action) -> Option<String> {
        let (open, data) = (&view.open, self.data());
        match action {
            Action::BuyItem(_, planet) | Action::BuyEscort(_, planet) | Action::BuyFighter(_, planet, _) => {
                self.fee_words(view, Some(planet))
            }
            Action::Play(_, planet) | Action::Load(_, planet) | Action::Unload(_, planet) => {
                self.fee_words(view, planet)
            }
            Action::BuyShip(..) => {
                let value = self.trade_value(open, seat);
                let noun = if value == 1 { "card" } else { "cards" };
                Some(format!("Your ship is traded in for {value} {noun}"))
            }
            Action::Attack(target) => {
                let host = open.of(seat).pawn.map(|system| data.host(system))?;
                let liked = !open.hostile(data, target, host)
                    && host.has_circle()
                    && !open.of(seat).markers.has(host);
                liked.then(|| format!("{} becomes hostile to you", host.name()))
            }
            Action::AttackShown(power) => Some(format!("{} becomes hostile to you", power.name())),
            Action::Fire(ship, _, target, _) | Action::Combine(ship, _, target, _) => {
                let (one, other) = (open.ships.get(ship.index())?, open.ships.get(target.index())?);
                let new = one.role != Role::Npc
                    && other.role == Role::Npc
                    && other.side.has_circle()
                    && !open.of(seat).markers.has(other.side);
                new.then(|| format!("{} becomes hostile to you", other.side.name()))
            }
            Action::SelfDestruct => {
                Some("Your ship is lost; the Escape Pod saves you on 7 or less".to_owned())
            }
            Action::RedAlert => {
                Some("You may not introduce ships before the Attack Round is over".to_owned())
            }
            Action::Withdraw => {
                let left = open.fighting().filter(|(_, ship)| {
                    ship.owner == seat && ship.role != Role::Npc && ship.damage == Damage::Disabled
                });
                let left = left.count();
                match left {
                    0 => None,
                    1 => Some("1 disabled ship stays behind and is lost".to_owned()),
                    _ => Some(format!("{left} disabled ships stay behind and are lost")),
                }
            }
            _ => None,
        }
    }

    fn is_irreversible(&self, _view: &View, _seat: Seat, action: Action) -> bool {
        matches!(action, Action::GiveUp | Action::SelfDestruct | Action::Attack(_))
    }

    fn why_not(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        self.reason(view, seat, action, rule)
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        self.log(event)
    }

    fn scene_mark(&self, event: &Event) -> SceneMark {
        match event {
            Event::Battle(..) => SceneMark::Opens,
            Event::BattleOver(_) => SceneMark::Closes,
            _ if crate::scenes::whole(event) => SceneMark::Whole,
            _ => SceneMark::None,
        }
    }

    fn scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        self.compose_scene(view, events)
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_word(seat).to_owned()
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        let open = &view.open;
        let line = |seat: Seat| {
            let player = open.of(seat);
            if player.out {
                return format!("{}: out", seat_word(seat));
            }
            let ship = open.current(seat).map_or("no ship", |ship| self.green_name(open.ship(ship).card));
            let at = player.pawn.map_or("not launched", |system| self.system_name(system));
            format!(
                "{}: {ship} at {at}, {} cards, {}+{} face down",
                seat_word(seat),
                player.hand,
                player.gov,
                player.pirate
            )
        };
        open.seats().map(line).collect()
    }

    fn orders(&self) -> &'static [StandingOrder] {
        &ORDERS
    }

    fn standing_order_action(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        self.obey(view, seat, given)
    }
}

impl EvNova {
    fn battle_title(&self, view: &View) -> String {
        let Some(battle) = &view.open.battle else { return "Decide".to_owned() };
        match battle.stage {
            Stage::Join { .. } => format!("A battle begins at {}: join it?", self.system_name(battle.system)),
            Stage::RedAlert { .. } => "You are attacked: Red Alert, or fight?".to_owned(),
            Stage::Planets { .. } => "Engage a planet of this system from your hand?".to_owned(),
            Stage::Introduce { .. } => "Introduce ships into the battle?".to_owned(),
            Stage::Span if battle.round == 1 && !matches!(battle.cause, crate::Cause::Opposition(_)) => {
                "With which phase does the Attack Round begin?".to_owned()
            }
            Stage::Span => "With which phase does the round end?".to_owned(),
            Stage::Maneuver { .. } => "Run the Flannigan Maneuver with a ship?".to_owned(),
            Stage::Spring { .. } => "Spring the Flannigan Maneuver now?".to_owned(),
            Stage::Fire { .. } => format!("Phase {}: your fire", battle.phase),
            Stage::Withdraw { .. } => "Stay, or try to withdraw?".to_owned(),
            Stage::Recover { .. } => "Take fighters back into their bays".to_owned(),
            Stage::TakeFighters { .. } => "Take disabled enemy fighters into your bays?".to_owned(),
            Stage::Board { .. } => "Board a disabled ship?".to_owned(),
            _ => "Decide".to_owned(),
        }
    }
}

pub(crate) fn cards(count: u8) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}
