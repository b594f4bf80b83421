//! The texts of a decision: question, labels, consequences, and the careful player's choice.

use std::fmt;

use crate::{
    Action, Board, Card, Class, Coup, Frame, Loc, Payment, Price, Repairer, Ship, ShipSet, Side, StarBorders,
    View, cards,
};

/// `1 step`, `2 steps`.
pub(crate) fn counted(count: u8, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// `6 LP and 3 Honor`; `0 LP` for nothing.
pub(crate) fn price_words(Price { lp, honor }: Price) -> String {
    match (lp, honor) {
        (lp, 0) => format!("{lp} LP"),
        (0, honor) => format!("{honor} Honor"),
        (lp, honor) => format!("{lp} LP and {honor} Honor"),
    }
}

impl StarBorders {
    /// What `side` can spend, in words.
    pub(crate) fn funds(&self, board: &Board, side: Side) -> String {
        let honor = if side == Side::Imperium { board.honor } else { 0 };
        price_words(Price { lp: board.lp[side.index()], honor })
    }

    /// Whether the viewer of this view has the card, in hand or face up.
    fn has_card(view: &View, side: Side, card: Card) -> bool {
        view.known_hand(side).has(card) || view.board.in_force(side, card)
    }

    /// The question of the frame on top to `side`. A window that opens for secrecy alone is worded neutrally.
    pub(crate) fn question(&self, view: &View, frame: Frame, side: Side) -> String {
        let board = &view.board;
        let here = || self.place_name(board.battle.at);
        match frame {
            Frame::ChooseFirst => "The initiative is tied: which side goes first?".to_owned(),
            Frame::Muster => self.muster_question(side),
            Frame::Station(ship) => format!("Where does the {} enter, and as what?", self.class_pair(ship)),
            Frame::Strike if Self::has_card(view, side, cards::STRIKE) => {
                "Use Covert Strike before your opponent's turn, or keep it?".to_owned()
            }
            Frame::Strike => "Your opponent's turn begins: continue?".to_owned(),
            Frame::BuyCard => self.card_question(view, side),
            Frame::Activity => {
                format!(
                    "{} to spend: choose a ship to move, another activity, or end",
                    self.funds(board, side)
                )
            }
            Frame::Move(step) => self.move_question(board, step),
            Frame::Redeploy(picked) if picked.is_empty() => {
                "Redeployment: choose up to three ships at one place".to_owned()
            }
            Frame::Redeploy(picked) => format!("Redeploy {} where?", self.ship_list(board, picked)),
            Frame::Combat => "Which battle is fought next?".to_owned(),
            Frame::CardWindow(_) => format!("Battle at {}: show a card first?", here()),
            Frame::FireMissileBase(_) => format!("Fire the Missile Base of {}?", here()),
            Frame::FireStandoffMissiles(_) if Self::has_card(view, side, cards::MISSILES) => {
                "Standoff Missiles: which ship fires the extra shot?".to_owned()
            }
            Frame::FireStandoffMissiles(_) => format!("Battle at {}: continue?", here()),
            Frame::Stand(_) => format!("{}, round {}: stand or leave?", here(), board.battle.round),
            Frame::Tracking if Self::has_card(view, side, cards::TRACKING) => {
                "Show Sub-Meson Tracking Computers and fire first?".to_owned()
            }
            Frame::Tracking => "The firing begins: continue?".to_owned(),
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
            Frame::Deflect(ship) => self.deflect_question(view, ship),
            Frame::DefenseHonor(ship) => self.defense_question(board, ship, "spend Honor to re-roll it?"),
            Frame::Danger(ship) => {
                format!("{} is in danger: flee or take the damage?", self.ship_name(board, ship))
            }
            Frame::SurvivalHonor(ship, _) => format!(
                "{} rolled {} to survive: spend Honor to re-roll?",
                self.ship_name(board, ship),
                board.battle.die
            ),
            Frame::SalvageHonor(_) => "Spend Honor to re-roll a salvage die?".to_owned(),
            Frame::Coup(_) => "Intelligence Coup: choose one".to_owned(),
            Frame::Assault => self.assault_question(board),
            Frame::RepairDisruption => "Which Disrupted planet is repaired?".to_owned(),
            _ => "The dice are rolling".to_owned(),
        }
    }

    fn muster_question(&self, side: Side) -> String {
        let Some(pool) = self.scenario.special.draw_pool else { return "Continue?".to_owned() };
        let cost = pool.surcharge[side.index()];
        format!("Operate for {cost} LP, or mobilize {}?", counted(pool.mobilize_draw, "counter"))
    }

    /// No question about a purchase that is impossible.
    fn card_question(&self, view: &View, side: Side) -> String {
        let board = &view.board;
        let penalty = cards::PENALTIES.into_iter().any(|card| Self::has_card(view, side, card));
        match (self.may_buy(board, side).is_ok(), penalty) {
            (true, _) => format!("Buy a card for {} LP, or continue?", self.card_price(board, side)),
            (false, true) => "Use a penalty card before your activities, or continue?".to_owned(),
            (false, false) => "Your Activity Step is next: continue?".to_owned(),
        }
    }

    fn move_question(&self, board: &Board, step: crate::Move) -> String {
        let from = board.at(step.lead).map_or("", |loc| self.place_name(loc));
        let ships = self.ship_list(board, step.ships());
        match step.left {
            None => {
                let cost = self.move_cost(board, step.lead, step.followers);
                format!("{ships} at {from}: where to, for {cost} LP?")
            }
            Some(left) => format!("{ships} at {from}: {} more, or stop here", counted(left, "step")),
        }
    }

    fn deflect_question(&self, view: &View, ship: Ship) -> String {
        let board = &view.board;
        let card = Self::has_card(view, ship.side(), cards::DEFLECTORS);
        let honor = self.may_reroll_own_defense(board, ship).is_ok();
        let question = match (card, honor) {
            (true, true) => "re-roll it with Layered Deflectors, or for Honor?",
            (true, false) => "re-roll it with Layered Deflectors?",
            (false, true) => "spend Honor to re-roll it?",
            (false, false) => "continue?",
        };
        self.defense_question(board, ship, question)
    }

    fn defense_question(&self, board: &Board, ship: Ship, question: &str) -> String {
        let (die, defense) = (board.battle.die, self.ratings(board, ship).defense);
        format!("{} rolled {die} against Defense {defense}: {question}", self.ship_name(board, ship))
    }

    fn assault_question(&self, board: &Board) -> String {
        let possible = self.assault_sites(board).any(|loc| self.may_assault(board, loc).is_ok());
        let question = if possible { "Which planet do you assault?" } else { "Planetary Assault: continue?" };
        question.to_owned()
    }

    /// The numbers that matter for the decision.
    pub(crate) fn prompt_subtitle(&self, view: &View, side: Side) -> Option<String> {
        let board = &view.board;
        match board.frame()? {
            Frame::Move(step) => {
                let engines = step.left.unwrap_or_else(|| self.engines(board, step));
                if step.left.is_some() {
                    return Some(format!("Engines left: {engines}. This move is paid."));
                }
                let (cost, funds) =
                    (self.move_cost(board, step.lead, step.followers), self.funds(board, side));
                Some(format!("Engines: {engines}. The move costs {cost} LP; you have {funds}."))
            }
            _ if self.is_in_battle(board) => {
                let sums = |side: Side| {
                    let ships = board.ships_at(side, board.battle.at);
                    let attack: u8 = ships.map(|ship| self.ratings(board, ship).attack.unwrap_or(0)).sum();
                    let steps: u8 = ships.map(|ship| self.ratings(board, ship).steps).sum();
                    format!("{}, Attack {attack}, {}", counted(ships.len(), "ship"), counted(steps, "step"))
                };
                Some(format!("You: {}. Enemy: {}.", sums(side), sums(side.opponent())))
            }
            _ => {
                let s = side.index();
                let (capacity, income) = (self.scenario.sides[s].lp_capacity, self.income(board, side));
                let honor =
                    if side == Side::Imperium { format!(" {} Honor.", board.honor) } else { String::new() };
                Some(format!(
                    "{} LP of {capacity}.{honor} Income next: {income}. Victory points: {}.",
                    board.lp[s],
                    self.open_points(board, side)
                ))
            }
        }
    }

    pub(crate) fn is_in_battle(&self, board: &Board) -> bool {
        board.frames.len() > 1 && board.frames[0] == Frame::Combat
    }

    /// "Scout 1", by the number in its id.
    pub(crate) fn ship_name(&self, board: &Board, ship: Ship) -> impl fmt::Display + use<> {
        let (words, number) = (self.ship_words(board, ship), ship.number());
        fmt::from_fn(move |f| write!(f, "{words} {number}"))
    }

    pub(crate) fn class_pair(&self, ship: Ship) -> String {
        let classes: Vec<&str> = self.classes_of(ship).map(Class::name).collect();
        classes.join(" or ")
    }

    pub(crate) fn ship_list(&self, board: &Board, ships: ShipSet) -> String {
        let names: Vec<String> = ships.map(|ship| self.ship_words(board, ship).to_string()).collect();
        names.join(", ")
    }

    /// Card 7, "Massed Fire Doctrine".
    pub(crate) fn card_name(&self, card: Card) -> &str {
        &self.cards.get(card).name
    }

    pub(crate) fn action_words(&self, board: &Board, action: Action) -> String {
        let place = |loc: Loc| self.place_name(loc);
        let ship = |ship: Ship| self.ship_name(board, ship);
        match action {
            Action::First(side) => format!("The {} goes first", side.name()),
            Action::Operate => {
                let cost =
                    self.scenario.special.draw_pool.map_or(0, |pool| pool.surcharge[board.active.index()]);
                format!("Operate ({cost} LP)")
            }
            Action::Mobilize => "Mobilize: draw counters, no activity".to_owned(),
            Action::Station(class, base) => format!("{} at {}", class.name(), place(base)),
            Action::Buy => format!("Buy a card ({} LP)", self.card_price(board, board.active)),
            Action::Pass => self.pass_words(board).to_owned(),
            Action::Reveal(it) => format!("Show {}", self.card_name(it)),
            Action::Use(it) => format!("Use {}", self.card_name(it)),
            Action::Pick(it) => self.pick_words(board, it),
            Action::Deselect(it) => format!("Deselect {}", ship(it)),
            Action::Go(to) => self.go_words(board, to),
            Action::Overdrive => "Use Overdrive Coils: one Engine more".to_owned(),
            Action::Halt => "Stop here".to_owned(),
            Action::Replace(class, base) => {
                let cost = self.replacement_cost(board, board.active);
                format!("Replace a {} at {} ({cost} LP)", class.name(), place(base))
            }
            Action::Repair(it, Repairer::Planet) => format!("Repair {} at the planet (1 LP)", ship(it)),
            Action::Repair(it, Repairer::Ship(by)) => format!("Repair {} by {} (1 LP)", ship(it), ship(by)),
            Action::Fortify(at) => {
                let cost = self.fortification_cost(board, at);
                format!("Fortify {} to level {} ({cost} LP)", place(at), board.level(at) + 1)
            }
            Action::Reinforce(it, at) => format!("{} arrives at {}", ship(it), place(at)),
            Action::Requisition(base) => match self.scenario.special.requisition {
                Some(offer) => {
                    let face = &self.counters.faces[offer.ship.index()][usize::from(offer.back)];
                    format!("Requisition the {} at {} ({} Honor)", face.class.name(), place(base), offer.cost)
                }
                None => format!("Requisition a ship at {}", place(base)),
            },
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
            Action::Coup(coup) => self.coup_label(coup),
            Action::Assault(at) => {
                format!("Assault {} (count {})", place(at), self.assault_count(board, at))
            }
            Action::Restore(base, at, payment) => {
                let cost = match (self.restoration_cost(board, base), payment) {
                    (0, _) => "free".to_owned(),
                    (cost, Payment::Lp) => format!("{cost} LP"),
                    (cost, Payment::Honor) => format!("{cost} Honor"),
                };
                format!("Repair {} from {} ({cost})", place(at), place(base))
            }
            Action::Refit(at) => format!("Repair {} by an R&S ship (free)", place(at)),
            Action::Concede => "Resign".to_owned(),
        }
    }

    fn pick_words(&self, board: &Board, ship: Ship) -> String {
        let name = self.ship_name(board, ship);
        match (board.frame(), board.at(ship)) {
            (Some(Frame::Activity), Some(at)) => {
                let cost = self.move_cost(board, ship, ShipSet::EMPTY);
                format!("Move {name} from {} ({cost} LP)", self.place_name(at))
            }
            (Some(Frame::Move(_)), _) => format!("Bring {name} along"),
            (_, Some(at)) => format!("{name} at {}", self.place_name(at)),
            (_, None) => name.to_string(),
        }
    }

    /// What a step leads into.
    fn go_words(&self, board: &Board, to: Loc) -> String {
        let stop = match self.stop_at(board, board.active, to) {
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

    fn coup_label(&self, coup: Coup) -> String {
        let name = |card: Card| self.card_name(card);
        match coup {
            Coup::Drop(card) => format!("Discard {} in front of you", name(card)),
            Coup::Blind => "Discard a random hidden card of your opponent".to_owned(),
            Coup::Compromise(card) => format!("Discard your opponent's {}", name(card)),
            Coup::Share(card) => format!("Share {}", name(card)),
            Coup::Seize(card) => format!("Take {} for yourself alone", name(card)),
            Coup::Loot(card) => format!("Take {} from the Discard Pile", name(card)),
        }
    }

    fn pass_words(&self, board: &Board) -> &'static str {
        match board.frame() {
            Some(Frame::BuyCard) if self.may_buy(board, board.active).is_ok() => "Do not buy a card",
            Some(Frame::FireMissileBase(_)) => "Hold fire",
            Some(Frame::Assault) => "No more assaults",
            Some(Frame::RepairDisruption) => "No more repairs",
            Some(Frame::Coup(_)) => "Decline",
            Some(
                Frame::VolleyHonor(_)
                | Frame::DefenseHonor(_)
                | Frame::SurvivalHonor(..)
                | Frame::SalvageHonor(_)
                | Frame::Deflect(_),
            ) => "Keep this roll",
            _ => "Continue",
        }
    }

    /// What a careful player chooses most often. Never something that is lost for good.
    pub(crate) fn usual_choice(&self, view: &View, side: Side) -> Option<Action> {
        let board = &view.board;
        let frame = board.frame().filter(|_| self.asked(board) == Some(side))?;
        match frame {
            Frame::Strike => (!Self::has_card(view, side, cards::STRIKE)).then_some(Action::Pass),
            Frame::BuyCard => {
                let penalty = cards::PENALTIES.into_iter().any(|card| Self::has_card(view, side, card));
                (self.may_buy(board, side).is_err() && !penalty).then_some(Action::Pass)
            }
            Frame::Activity => (board.lp[side.index()] == 0).then_some(Action::End),
            Frame::Stand(_) => Some(Action::Fight),
            Frame::Fire(_) => {
                let volley = &board.battle.volley;
                let waiting = board.ships_at(side, board.battle.at) - volley.assigned;
                match () {
                    () if !volley.group.is_empty() => {
                        self.may_shoot(board, false).is_ok().then_some(Action::Shoot)
                    }
                    () if volley.shots.is_empty() => Some(Action::FireAtWill),
                    () => waiting.is_empty().then_some(Action::CeaseFire),
                }
            }
            Frame::CardWindow(_)
            | Frame::Tracking
            | Frame::VolleyHonor(_)
            | Frame::DefenseHonor(_)
            | Frame::SurvivalHonor(..)
            | Frame::SalvageHonor(_) => Some(Action::Pass),
            Frame::FireMissileBase(_)
            | Frame::FireStandoffMissiles(_)
            | Frame::Hits(_)
            | Frame::Deflect(_) => Some(self.forecast_action(board, side)),
            Frame::Assault => {
                let planet = self.assault_sites(board).find(|&loc| self.may_assault(board, loc).is_ok());
                Some(planet.map_or(Action::Pass, Action::Assault))
            }
            Frame::RepairDisruption => self.free_repair(board, side),
            _ => None,
        }
    }

    /// A repair of Disruption that costs nothing.
    fn free_repair(&self, board: &Board, side: Side) -> Option<Action> {
        let mut planets = board.control[side.index()] & board.disrupted;
        if let Some(loc) = planets.clone().find(|&loc| self.may_refit(board, loc).is_ok()) {
            return Some(Action::Refit(loc));
        }
        let base = self.bases(board, side).find(|&base| self.restoration_cost(board, base) == 0)?;
        let loc = planets.find(|&loc| self.may_restore(board, base, loc, Payment::Lp).is_ok())?;
        Some(Action::Restore(base, loc, Payment::Lp))
    }

    /// What an action costs or ends, in one line.
    pub(crate) fn consequence_words(&self, view: &View, side: Side, action: Action) -> Option<String> {
        let board = &view.board;
        let lp = board.lp[side.index()];
        let lost = (lp > 0).then(|| format!("{lp} LP will be lost"));
        match action {
            Action::End => lost,
            Action::Mobilize => Some("No Activity Step this turn".to_owned()),
            Action::Buy => Some(format!("Leaves {} LP", lp.saturating_sub(self.card_price(board, side)))),
            Action::Go(_) => match board.frame() {
                Some(Frame::Move(step)) if step.left.is_none() => {
                    Some(format!("Costs {} LP", self.move_cost(board, step.lead, step.followers)))
                }
                _ => None,
            },
            Action::Halt => match board.frame() {
                Some(Frame::Move(step)) => step
                    .left
                    .filter(|&left| left > 0)
                    .map(|left| format!("{} unused", counted(left, "Engine"))),
                _ => None,
            },
            Action::CeaseFire => {
                let idle = board.ships_at(side, board.battle.at) - board.battle.volley.assigned;
                (!idle.is_empty()).then(|| match idle.len() {
                    1 => "1 ship holds its fire".to_owned(),
                    ships => format!("{ships} ships hold their fire"),
                })
            }
            Action::Retreat(to) => {
                let ships = counted(board.ships_at(side, board.battle.at).len(), "ship");
                Some(format!("The battle ends; {ships} to {}", self.place_name(to)))
            }
            Action::Hide => Some("The battle ends without a victor; your ships stay".to_owned()),
            Action::Flee(_) if self.quadrant.nebulae.has(board.battle.at) => {
                Some("The ship is lost unless it rolls 1 to 3".to_owned())
            }
            Action::Suffer => match board.frame() {
                Some(Frame::Danger(ship)) if self.has_two_steps(board, ship) => {
                    Some("The ship is damaged".to_owned())
                }
                _ => Some("The ship is lost".to_owned()),
            },
            Action::Reroll(_) => Some(format!("{} Honor left", board.honor.saturating_sub(1))),
            Action::Deflect => Some("Once per battle".to_owned()),
            Action::Use(card) if cards::PENALTIES.has(card) => {
                Some("The card lies in front of your opponent".to_owned())
            }
            Action::Use(_) => Some("The card is discarded".to_owned()),
            Action::Reveal(_) => Some("Your opponent sees the card".to_owned()),
            Action::Pass => match board.frame() {
                Some(Frame::RepairDisruption) => {
                    let left = (board.control[side.index()] & board.disrupted).len();
                    Some(format!(
                        "{} stay{} Disrupted",
                        counted(left, "planet"),
                        if left == 1 { "s" } else { "" }
                    ))
                }
                Some(Frame::Coup(_)) => Some("The coup is lost".to_owned()),
                _ => None,
            },
            Action::Concede => Some("Your opponent wins".to_owned()),
            _ => None,
        }
    }

    /// Whether an action ends or reveals something for good.
    pub(crate) fn deserves_a_second_click(&self, view: &View, side: Side, action: Action) -> bool {
        let board = &view.board;
        match action {
            Action::End => board.lp[side.index()] > 0,
            Action::CeaseFire => board.battle.volley.shots.is_empty(),
            Action::Pass => matches!(board.frame(), Some(Frame::Coup(_))),
            Action::Retreat(_)
            | Action::Flee(_)
            | Action::Hide
            | Action::Use(_)
            | Action::Reveal(_)
            | Action::Buy
            | Action::Mobilize
            | Action::Coup(_)
            | Action::Concede => true,
            _ => false,
        }
    }
}
