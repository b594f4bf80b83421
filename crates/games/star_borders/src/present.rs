//! Words for players: prompts, labels, targets, the log.

use std::fmt::{self, Write as _};

use rules::{Line, Notation as _, Present, Seat, StandingOrder, StandingOrders, Target, dice_words};

use crate::{
    Action, Board, BoardPicture, Card, Coup, Detail, Ending, Event, Frame, HandsPicture, Loc, Mender,
    PrintPicture, Purse, Ship, ShipSet, Side, Spot, StarBorders, View, chart, orders,
};

impl Present for StarBorders {
    type Static<'a> = PrintPicture<'a>;
    type PublicView<'a> = BoardPicture<'a>;
    type PrivateView<'a> = HandsPicture;
    type Detail = Detail;

    fn static_view(&self) -> PrintPicture<'_> {
        self.draw_print()
    }

    fn public_view<'a>(&'a self, public: &'a View) -> BoardPicture<'a> {
        self.draw_board(&public.board)
    }

    fn private_view(&self, view: &View) -> HandsPicture {
        HandsPicture::of(view)
    }

    fn detail(&self, view: &View, of: &Target) -> Option<Detail> {
        self.draw_detail(view, of)
    }

    fn text_map(&self, view: &View, width: usize) -> Vec<String> {
        chart::draw(self, &view.board, width)
    }

    fn title(&self, view: &View, seat: Seat) -> String {
        let board = &view.board;
        let Some(frame) = board.frame() else { return "The match is over".to_owned() };
        match self.asked(board) {
            Some(side) if side.seat() == seat => self.question(board, frame),
            Some(side) => format!("Waiting for the {}", side.name()),
            None => "The dice are rolling".to_owned(),
        }
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        self.action_words(&view.board, action)
    }

    fn targets(&self, view: &View, action: Action) -> Vec<Target> {
        vec![self.target(view, action)]
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Pick(_) => "ships",
            Action::Go(_) | Action::Halt | Action::Overdrive => "move",
            Action::Replace(..) => "replace",
            Action::Repair(..) => "repair",
            Action::Fortify(_) => "fortify",
            Action::Reinforce(..) | Action::Requisition(_) | Action::Station(..) => "reinforce",
            Action::Reveal(_) | Action::Use(_) | Action::Buy => "cards",
            Action::Retreat(_) | Action::Flee(_) | Action::Hide => "leave",
            Action::Coup(_) => "coup",
            Action::Restore(..) => "restore",
            Action::Absorb(_) => "hits",
            Action::Reroll(_) | Action::Deflect => "re-roll",
            _ => "decide",
        }
    }

    fn log_line(&self, event: &Event) -> Option<Line> {
        self.sentence(event).map(|text| Line::markup(&text))
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::of(seat).name().to_owned()
    }

    fn score_lines(&self, view: &View) -> Vec<String> {
        Side::BOTH.map(|side| self.standing_line(view, side)).to_vec()
    }

    fn orders(&self) -> &'static [StandingOrder] {
        orders::ORDERS
    }

    fn standing_order_action(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        orders::answer(self, view, Side::of(seat), given)
    }
}

impl StarBorders {
    fn target(&self, view: &View, action: Action) -> Target {
        let place = |loc: Loc| Target::Place(self.quadrant.get(loc).id.clone());
        let piece = |ship: Ship| Target::Piece(ship.name().to_owned());
        let card = |card: Card| Target::Card(card.0.to_string());
        match action {
            Action::First(side) => Target::Seat(side.seat()),
            Action::Pick(ship)
            | Action::Absorb(ship)
            | Action::Missile(ship)
            | Action::Repair(ship, _)
            | Action::Reinforce(ship, _) => piece(ship),
            Action::Go(loc)
            | Action::Retreat(loc)
            | Action::Flee(loc)
            | Action::Battle(loc)
            | Action::Fortify(loc)
            | Action::Assault(loc)
            | Action::Station(_, loc)
            | Action::Requisition(loc)
            | Action::Restore(_, loc, _) => place(loc),
            Action::Replace(class, _) => {
                let board = &view.board;
                let mut counters = self.counters.of_class[class.index()];
                let waiting = counters.find(|ship| board.spots[ship.index()] == Spot::Eliminated);
                waiting.map_or_else(|| Target::Button("replace".to_owned()), piece)
            }
            Action::Reveal(it)
            | Action::Use(it)
            | Action::Coup(
                Coup::Drop(it) | Coup::Compromise(it) | Coup::Share(it) | Coup::Seize(it) | Coup::Loot(it),
            ) => card(it),
            Action::Reroll(die) => Target::Track(format!("die-{die}")),
            Action::Operate
            | Action::Mobilize
            | Action::Buy
            | Action::Pass
            | Action::Overdrive
            | Action::Halt
            | Action::End
            | Action::FireBase
            | Action::Fight
            | Action::Hide
            | Action::Shoot
            | Action::ShootMassed
            | Action::FireAtWill
            | Action::CeaseFire
            | Action::Deflect
            | Action::Suffer
            | Action::Coup(Coup::Blind)
            | Action::Concede => Target::Button(self.write_action(action)),
        }
    }

    pub(crate) fn place_name(&self, loc: Loc) -> &str {
        &self.quadrant.get(loc).name
    }

    fn standing_line(&self, view: &View, side: Side) -> String {
        let (board, s) = (&view.board, side.index());
        let (points, lp, income) = (self.open_points(board, side), board.lp[s], self.income(board, side));
        let mut line = format!("{}: {points} VP, {lp} LP (+{income}/turn)", side.name());
        if side == Side::Imperium {
            write!(line, ", {} Honor", board.honor).expect("a string takes everything");
        }
        if board.hand_size[s] > 0 {
            write!(line, ", {} in hand", board.hand_size[s]).expect("a string takes everything");
        }
        line
    }

    /// What the frame on top asks, in one plain sentence.
    fn question(&self, board: &Board, frame: Frame) -> String {
        let side = board.active;
        match frame {
            Frame::ChooseFirst => "The initiative is tied: who goes first?".to_owned(),
            Frame::Muster => "Pay the surcharge and operate, or mobilize two counters?".to_owned(),
            Frame::Station(ship) => format!("Where does the {} enter, and as what?", self.class_pair(ship)),
            Frame::Strike => "Use Covert Strike before your opponent's turn, or keep it?".to_owned(),
            Frame::BuyCard => format!("Buy a card for {} LP, or go on?", self.card_price(board, side)),
            Frame::Activity => {
                format!("{} LP to spend: choose a ship to move, another activity, or end", board.purse(side))
            }
            Frame::Move(step) => {
                let from = board.at(step.lead).map_or("", |loc| self.place_name(loc));
                let ships = self.ship_list(board, step.ships());
                match step.left {
                    None => {
                        format!(
                            "{ships} at {from}: where to, for {} LP?",
                            self.move_cost(board, step.lead, step.followers)
                        )
                    }
                    Some(left) => {
                        format!("{ships} at {from}: {left} more {}, or stop here", plural(left, "step"))
                    }
                }
            }
            Frame::Redeploy(picked) if picked.is_empty() => {
                "Redeployment: choose up to three ships at one place".to_owned()
            }
            Frame::Redeploy(picked) => format!("Redeploy {} where?", self.ship_list(board, picked)),
            Frame::Combat => "Which battle is fought next?".to_owned(),
            Frame::CardWindow(_) => {
                format!("Battle at {}: show a card first?", self.place_name(board.battle.at))
            }
            Frame::PreBase(_) => format!("Fire the Missile Base of {}?", self.place_name(board.battle.at)),
            Frame::PreMissile(_) => "Standoff Missiles: which ship fires the extra shot?".to_owned(),
            Frame::Stand(_) => {
                format!("{}, round {}: stand or leave?", self.place_name(board.battle.at), board.battle.round)
            }
            Frame::Tracking => "Last chance to show a card before the firing begins".to_owned(),
            Frame::Fire(_) if board.battle.volley.group.is_empty() => {
                "Fire: choose the ships of a shot, or let all fire at will".to_owned()
            }
            Frame::Fire(_) => {
                let strength = self.strength(board, board.battle.volley.group);
                format!("This shot has strength {strength}: add ships or fire it")
            }
            Frame::VolleyHonor(_) => "Spend Honor to re-roll a shot?".to_owned(),
            Frame::Hits(_) => match board.battle.hits {
                1 => "One hit: which ship takes it?".to_owned(),
                hits => format!("{hits} hits: which ship takes the next one?"),
            },
            Frame::Deflect(ship) if self.may_reroll_own_defense(board, ship).is_ok() => {
                self.defense_question(board, ship, "re-roll it with Layered Deflectors, or for Honor?")
            }
            Frame::Deflect(ship) => self.defense_question(board, ship, "re-roll it with Layered Deflectors?"),
            Frame::DefenseHonor(ship) => self.defense_question(board, ship, "spend Honor to re-roll it?"),
            Frame::Danger(ship) => {
                format!("{} is in danger: flee or take the damage?", self.ship_name(board, ship))
            }
            Frame::SurvivalHonor(ship, _) => {
                format!(
                    "{} rolled {} to survive: spend Honor to re-roll?",
                    self.ship_name(board, ship),
                    board.battle.die
                )
            }
            Frame::SalvageHonor(_) => "Spend Honor to re-roll a salvage die?".to_owned(),
            Frame::Coup(_) => "Intelligence Coup: choose one".to_owned(),
            Frame::Assault => "Which planet do you assault?".to_owned(),
            Frame::Pacify => "Which Disrupted planet do your bases repair?".to_owned(),
            _ => "The dice are rolling".to_owned(),
        }
    }

    fn defense_question(&self, board: &Board, ship: Ship, question: &str) -> String {
        let (die, defense) = (board.battle.die, self.ratings(board, ship).defense);
        format!("{} rolled {die} against Defense {defense}: {question}", self.ship_name(board, ship))
    }

    /// "Scout A-SE-1".
    pub(crate) fn ship_name(&self, board: &Board, ship: Ship) -> impl fmt::Display + use<> {
        let (words, name) = (self.ship_words(board, ship), ship.name());
        fmt::from_fn(move |f| write!(f, "{words} {name}"))
    }

    fn class_pair(&self, ship: Ship) -> String {
        let classes: Vec<&str> = self.classes_of(ship).map(crate::Class::name).collect();
        classes.join(" or ")
    }

    fn ship_list(&self, board: &Board, ships: ShipSet) -> String {
        let names: Vec<String> = ships.map(|ship| self.ship_words(board, ship).to_string()).collect();
        names.join(", ")
    }

    fn action_words(&self, board: &Board, action: Action) -> String {
        let place = |loc: Loc| self.place_name(loc);
        let ship = |ship: Ship| self.ship_name(board, ship);
        let card = |card: Card| format!("card {}, {}", card.0, self.cards.get(card).name);
        match action {
            Action::First(side) => format!("The {} goes first", side.name()),
            Action::Operate => "Operate: pay the surcharge".to_owned(),
            Action::Mobilize => "Mobilize: draw counters, no activity".to_owned(),
            Action::Station(class, base) => format!("{} at {}", class.name(), place(base)),
            Action::Buy => format!("Buy a card ({} LP)", self.card_price(board, board.active)),
            Action::Pass => self.pass_words(board).to_owned(),
            Action::Reveal(it) => format!("Show {}", card(it)),
            Action::Use(it) => format!("Use {}", card(it)),
            Action::Pick(it) => match (board.frame(), board.at(it)) {
                (Some(Frame::Activity), Some(at)) => {
                    format!(
                        "Move {} from {} ({} LP)",
                        ship(it),
                        place(at),
                        self.move_cost(board, it, ShipSet::EMPTY)
                    )
                }
                (Some(Frame::Move(_)), _) => format!("{} comes along", ship(it)),
                (_, Some(at)) => format!("{} at {}", ship(it), place(at)),
                (_, None) => ship(it).to_string(),
            },
            Action::Go(to) => self.go_words(board, to),
            Action::Overdrive => "Use Overdrive Coils: one Engine more".to_owned(),
            Action::Halt => "Stop here".to_owned(),
            Action::Replace(class, base) => {
                let cost = self.replacement_cost(board, board.active);
                format!("Replace a {} at {} ({cost} LP)", class.name(), place(base))
            }
            Action::Repair(it, Mender::Planet) => format!("Repair {} at the planet (1 LP)", ship(it)),
            Action::Repair(it, Mender::Ship(by)) => format!("Repair {} by {} (1 LP)", ship(it), ship(by)),
            Action::Fortify(at) => {
                let cost = self.fortification_cost(board, at);
                format!("Fortify {} to level {} ({cost} LP)", place(at), board.level(at) + 1)
            }
            Action::Reinforce(it, at) => format!("{} arrives at {}", ship(it), place(at)),
            Action::Requisition(base) => {
                format!("Requisition the off-map ship for Honor, at {}", place(base))
            }
            Action::End => "End the Activity Step".to_owned(),
            Action::Battle(at) => format!("Fight at {}", place(at)),
            Action::FireBase => "Fire the Missile Base".to_owned(),
            Action::Missile(it) => format!("{} fires the missiles", ship(it)),
            Action::Fight => "Stand and fight".to_owned(),
            Action::Hide => "Hide".to_owned(),
            Action::Retreat(to) => format!("Retreat to {}", place(to)),
            Action::Shoot => "Fire this shot".to_owned(),
            Action::ShootMassed => "Fire this shot with Massed Fire Doctrine (+1)".to_owned(),
            Action::FireAtWill => "Fire at will: best groups".to_owned(),
            Action::CeaseFire if board.battle.volley.shots.is_empty() => "Hold fire".to_owned(),
            Action::CeaseFire => "Roll these shots".to_owned(),
            Action::Reroll(die) => self.reroll_words(board, die),
            Action::Deflect => "Re-roll with Layered Deflectors".to_owned(),
            Action::Absorb(it) => format!("{} takes the hit", ship(it)),
            Action::Flee(to) => format!("Flee to {}", place(to)),
            Action::Suffer => "Take the damage".to_owned(),
            Action::Coup(Coup::Drop(it)) => format!("Get rid of {}", card(it)),
            Action::Coup(Coup::Blind) => "Discard a random card of the opponent's hand".to_owned(),
            Action::Coup(Coup::Compromise(it)) => format!("Compromise {}", card(it)),
            Action::Coup(Coup::Share(it)) => format!("Share {}", card(it)),
            Action::Coup(Coup::Seize(it)) => format!("Seize {}", card(it)),
            Action::Coup(Coup::Loot(it)) => format!("Loot {} from the Discard Pile", card(it)),
            Action::Assault(at) => format!("Assault {} (count {})", place(at), self.assault_count(board, at)),
            Action::Restore(base, at, purse) => {
                let price = match (self.restoration_cost(board, base), purse) {
                    (0, _) => "free".to_owned(),
                    (cost, Purse::Lp) => format!("{cost} LP"),
                    (cost, Purse::Honor) => format!("{cost} Honor"),
                };
                format!("{} repairs {} ({price})", place(base), place(at))
            }
            Action::Concede => "Concede the match".to_owned(),
        }
    }

    /// What a step leads into.
    fn go_words(&self, board: &Board, to: Loc) -> String {
        let side = board.active;
        let stop = match self.stop_at(board, side, to) {
            crate::Stop::No => "",
            crate::Stop::Terrain => ", stops there",
            crate::Stop::Presence => ", meets the enemy",
        };
        format!("Go to {}{stop}", self.place_name(to))
    }

    fn reroll_words(&self, board: &Board, die: u8) -> String {
        let shown = match board.frame() {
            Some(Frame::VolleyHonor(_)) => {
                board.battle.volley.shots.get(usize::from(die)).map(|shot| shot.die)
            }
            Some(Frame::SalvageHonor(_)) => board.battle.salvage.get(usize::from(die)).copied(),
            _ => Some(board.battle.die),
        };
        match shown {
            Some(face) if face > 0 => format!("Re-roll the {face} (1 Honor)"),
            _ => "Re-roll (1 Honor)".to_owned(),
        }
    }

    fn pass_words(&self, board: &Board) -> &'static str {
        match board.frame() {
            Some(Frame::BuyCard) => "Buy nothing",
            Some(Frame::Strike) => "Keep quiet",
            Some(Frame::PreBase(_) | Frame::PreMissile(_)) => "Hold fire",
            Some(Frame::Assault) => "No more assaults",
            Some(Frame::Pacify) => "No more repairs",
            Some(Frame::Coup(_)) => "Decline",
            Some(
                Frame::VolleyHonor(_)
                | Frame::DefenseHonor(_)
                | Frame::SurvivalHonor(..)
                | Frame::SalvageHonor(_)
                | Frame::Deflect(_),
            ) => "Let it stand",
            _ => "Go on",
        }
    }

    /// "Destroyer I-DE-1", "Patroller/Raider I-PR-1": events do not say which side was up.
    fn counter_name(&self, ship: Ship) -> String {
        let classes: Vec<&str> = self.classes_of(ship).map(crate::Class::name).collect();
        format!("{} {}", classes.join("/"), ship.name())
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        let place = |loc: Loc| self.place_name(loc);
        let name = |ship: &Ship| self.counter_name(*ship);
        let ships = |ships: ShipSet| ships.map(|ship| name(&ship)).collect::<Vec<_>>().join(", ");
        let card = |card: Card| format!("card {} ({})", card.0, self.cards.get(card).name);
        let text = match event {
            Event::Dealt { side, card: dealt } => match dealt.value {
                Some(it) => format!("{} is dealt {}", side.name(), card(it)),
                None => format!("{} is dealt a card", side.name()),
            },
            Event::InitiativeRolled { dice } => {
                format!("Initiative: Alliance [{}], Imperium [{}]", dice[0], dice[1])
            }
            Event::GameTurnBegan { countdown, first } => {
                format!("— Box {countdown}: the {} goes first —", first.name())
            }
            Event::TurnBegan { side } => format!("The {}'s turn", side.name()),
            Event::Operated { side, .. } => format!("{} operates", side.name()),
            Event::Mobilized { side } => format!("{} mobilizes", side.name()),
            Event::WarBegan => "The war is hot: the countdown runs".to_owned(),
            Event::CounterDrawn { ship } => format!("{} is drawn from the pool", name(ship)),
            Event::Stationed { ship, class, at: Some(at) } => {
                format!("{} enters at {} as a {}", name(ship), place(*at), class.name())
            }
            Event::Stationed { ship, at: None, .. } => format!("{} has no base to enter at", name(ship)),
            Event::Struck { by, die, lost } => {
                format!("{} strikes covertly: [{die}], {lost} LP lost", by.name())
            }
            Event::Bought { side, card: bought } => match bought.value {
                Some(it) => format!("{} buys {}", side.name(), card(it)),
                None => format!("{} buys a card", side.name()),
            },
            Event::Revealed { side, card: it } => format!("{} shows {}", side.name(), card(*it)),
            Event::Used { side, card: it } => format!("{} uses {}", side.name(), card(*it)),
            Event::PenaltyLaid { victim, card: it } => {
                format!("{} lies in front of the {}", card(*it), victim.name())
            }
            Event::Paid { side, lp, honor } => {
                let lp = (*lp > 0).then(|| format!("{lp} LP"));
                let honor = (*honor > 0).then(|| format!("{honor} Honor"));
                let paid: Vec<String> = [lp, honor].into_iter().flatten().collect();
                format!("{} pays {}", side.name(), paid.join(" and "))
            }
            Event::Overdriven { side } => format!("{} uses Overdrive Coils", side.name()),
            Event::Moved { ships: moved, from, to, jump } => {
                let how = if *jump { "jumps" } else { "moves" };
                format!("{} {how} from {} to {}", ships(*moved), place(*from), place(*to))
            }
            Event::Redeployed { ships: moved, to } => {
                format!("{} redeployed to {}", ships(*moved), place(*to))
            }
            Event::Replaced { ship, class, at } => {
                format!("{} returns as a {} at {}", name(ship), class.name(), place(*at))
            }
            Event::Repaired { ship, .. } => format!("{} is repaired", name(ship)),
            Event::Fortified { at, level } => format!("{} is fortified to level {level}", place(*at)),
            Event::Reinforced { ship, at: Some(at) } => format!("{} arrives at {}", name(ship), place(*at)),
            Event::Reinforced { ship, at: None } => format!("{} enters the Eliminated box", name(ship)),
            Event::Requisitioned { ship, at } => {
                format!("{} is requisitioned at {}", name(ship), place(*at))
            }
            Event::BattleBegan { at } => format!("Battle at {}", place(*at)),
            Event::RoundBegan { round } => format!("Round {round}"),
            Event::Hid { side } => format!("{} hides", side.name()),
            Event::Retreated { side, to } => format!("{} retreats to {}", side.name(), place(*to)),
            Event::ShotDeclared { side, ships: group, strength } => {
                format!("{}: {} fire with strength {strength}", side.name(), ships(*group))
            }
            Event::BaseFired { side, shots, strength } => {
                format!("{}'s Missile Base fires {shots} × strength {strength}", side.name())
            }
            Event::VolleyRolled { side, dice } => {
                format!("{} rolls {}", side.name(), dice_words(dice.iter()))
            }
            Event::Rerolled { old, new, .. } => format!("Re-roll: [{old}] becomes [{new}]"),
            Event::HitsScored { on, hits } => match hits {
                0 => format!("No hit on the {}", on.name()),
                hits => format!("{hits} {} on the {}", plural(*hits, "hit"), on.name()),
            },
            Event::DefenseRolled { ship, die } => format!("{} rolls [{die}] for defense", name(ship)),
            Event::Damaged { ship } => format!("{} is damaged", name(ship)),
            Event::Eliminated { ship } => format!("{} is eliminated", name(ship)),
            Event::Fled { ship, to } => format!("{} flees to {}", name(ship), place(*to)),
            Event::SurvivalRolled { ship, die } => {
                format!("{} rolls [{die}] to get out of the nebula", name(ship))
            }
            Event::BattleEnded { at, victor: Some(victor) } => {
                format!("The {} wins at {}", victor.name(), place(*at))
            }
            Event::BattleEnded { at, victor: None } => format!("The battle at {} has no victor", place(*at)),
            Event::HonorGained { honor } => format!("The Imperium gains Honor: {honor}"),
            Event::SalvageRolled { side, dice, destroyed } => {
                format!("{} salvages: {} against {destroyed}", side.name(), dice_words(dice.iter()))
            }
            Event::CoupMade { side, coup } => {
                format!("Intelligence Coup of the {}: {}", side.name(), self.coup_words(*coup))
            }
            Event::CardLost { side, card: it } => format!("{} loses {}", side.name(), card(*it)),
            Event::Captured { side, at, disrupted } => {
                let how = if *disrupted { ", disrupted" } else { "" };
                format!("{} takes {}{how}", side.name(), place(*at))
            }
            Event::Assaulted { at, count, dice, level } => {
                format!(
                    "Assault on {}: {} against {count}, level {level} remains",
                    place(*at),
                    dice_words(dice.iter())
                )
            }
            Event::IncomeGained { side, lp } => format!("{} gains {lp} LP", side.name()),
            Event::Restored { at } => format!("{} is no longer disrupted", place(*at)),
            Event::SuddenDeathRolled { die, needed } => format!("Sudden death: [{die}] (ends on 1–{needed})"),
            Event::CountdownMoved { countdown } => format!("The countdown moves to box {countdown}"),
            Event::Ended { outcome, .. } => {
                let why = match outcome.ending {
                    Ending::Countdown => "the countdown is over",
                    Ending::SuddenDeath => "sudden death",
                    Ending::Instant => "instant victory",
                    Ending::Conceded => "by concession",
                };
                let [a, i] = outcome.points;
                match outcome.winner {
                    Some(winner) => format!("The {} wins, {why}: Alliance {a}, Imperium {i}", winner.name()),
                    None => format!("A draw, {why}: Alliance {a}, Imperium {i}"),
                }
            }
            Event::Conceded { side } => format!("The {} concedes", side.name()),
            Event::Picked { .. }
            | Event::Halted { .. }
            | Event::ActivityEnded { .. }
            | Event::StoodFast { .. }
            | Event::HitTaken { .. } => return None,
        };
        Some(text)
    }

    fn coup_words(&self, coup: Coup) -> String {
        let name = |card: Card| self.cards.get(card).name.as_str();
        match coup {
            Coup::Drop(card) => format!("{} is dropped", name(card)),
            Coup::Blind => "a hidden card is discarded".to_owned(),
            Coup::Compromise(card) => format!("{} is compromised", name(card)),
            Coup::Share(card) => format!("{} is shared", name(card)),
            Coup::Seize(card) => format!("{} is seized", name(card)),
            Coup::Loot(card) => format!("{} is looted", name(card)),
        }
    }
}

fn plural(count: u8, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}
