//! Cards that explain one board element to one viewer: what it is, its numbers, and what can be done with it now.

use rules::{Card as ElementCard, Game, RuleId, Secret, Target, Viewer};

use crate::{
    Board, Card, CardKind, CardSet, Frame, Loc, Ship, ShipSet, Side, Spot, StarBorders, State, Terrain, View,
    battle::HONOR_MAX, prompts::counted,
};

/// A faction ability (chapter 11).
pub(crate) struct Ability {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) rule: &'static str,
}

/// The abilities printed on a side's mat.
pub(crate) const fn abilities(side: Side) -> &'static [Ability] {
    match side {
        Side::Alliance => &[
            Ability {
                name: "Initiative",
                text: "When the initiative roll is tied, the Alliance chooses which side goes first.",
                rule: "SB-11.1a",
            },
            Ability {
                name: "Harmony",
                text: "When both sides have the same number of victory points, the scenario breaks the tie; in most of them the Alliance wins.",
                rule: "SB-11.1b",
            },
        ],
        Side::Imperium => &[
            Ability {
                name: "Honor",
                text: "1 Honor for every battle won after an exchange of fire, up to 6. It re-rolls a die of a battle or pays for 1 LP, and it is kept from turn to turn.",
                rule: "SB-11.2b",
            },
            Ability {
                name: "Establishment",
                text: "Each Sector Base that is neither Disrupted nor Besieged repairs the Disruption of one planet per turn for free.",
                rule: "SB-8.5d",
            },
        ],
    }
}

impl StarBorders {
    pub(crate) fn element_card(&self, view: &View, of: &Target) -> Option<ElementCard> {
        let card = match of {
            Target::Piece(id) => self.ship_card(view, Ship::by_name(id)?)?,
            Target::Place(id) => self.place_card(view, self.quadrant.loc(id)?),
            Target::Card(number) => {
                let card = Card(number.parse().ok()?);
                self.development_card(view, CardSet::ALL.has(card).then_some(card)?)
            }
            Target::Track(track) => self.track_card(view, track)?,
            Target::Seat(seat) if seat.0 < 2 => self.seat_card(view, Side::of(*seat)),
            Target::Seat(_) => return None,
            Target::Button(_) => return self.button_card(view, of),
        };
        Some(self.with_actions(view, of, card))
    }

    /// The viewer's actions on an element: what is legal, and why the rest is not. Judged by `check` on what the
    /// viewer knows: unknown hands are empty, and no action of the viewer depends on them.
    fn with_actions(&self, view: &View, of: &Target, mut card: ElementCard) -> ElementCard {
        let Viewer::Seat(seat) = view.viewer else { return card };
        let hands = Side::BOTH
            .map(|side| Secret::of(side.seat(), view.hands[side.index()].value.unwrap_or(CardSet::EMPTY)));
        let state = State { board: view.board, hands };
        let mut candidates = Vec::new();
        self.candidates(&state, seat, &mut candidates);
        self.corrections(&state, seat, &mut candidates);
        self.interjections(&state, seat, &mut candidates);
        let side = Side::of(seat);
        for action in candidates {
            if !rules::Present::targets(self, view, action).contains(of) {
                continue;
            }
            let label = self.action_words(&view.board, action);
            card = match self.check(&state, seat, action) {
                Ok(()) => card.can(label),
                Err(denied) => {
                    let why = self.reason(view, side, action, denied.rule());
                    card.cannot(why.unwrap_or(label), denied.rule())
                }
            };
        }
        card
    }

    fn button_card(&self, view: &View, of: &Target) -> Option<ElementCard> {
        let card = self.with_actions(view, of, ElementCard::new("", ""));
        let title =
            card.can.first().cloned().or_else(|| card.cannot.first().map(|denial| denial.text.clone()))?;
        let rule = view.board.frame().map_or("", crate::step_names::step_rule);
        Some(ElementCard { title, ..card }.rule(rule))
    }

    fn ship_card(&self, view: &View, ship: Ship) -> Option<ElementCard> {
        let board = &view.board;
        let face = self.ratings(board, ship);
        let whereabouts = match board.spots[ship.index()] {
            Spot::At(loc) => format!("At {}.", self.place_name(loc)),
            Spot::Eliminated => "In the Eliminated box; it can be replaced.".to_owned(),
            Spot::OffMap => "Off the map.".to_owned(),
            Spot::Pool => "In the draw pool.".to_owned(),
            Spot::Due => match self.due_box(ship) {
                Some(turn) => format!("Arrives in box {turn}."),
                None => "Arrives later.".to_owned(),
            },
            Spot::Out => return None,
        };
        let attack =
            face.attack.map_or_else(|| "none: it cannot fire".to_owned(), |attack| attack.to_string());
        let mut card =
            ElementCard::new(format!("{} {}", ship.side().name(), self.ship_name(board, ship)), whereabouts)
                .rule("SB-2.3a")
                .fact("Attack", attack)
                .fact("Defense", format!("{}: holds on less, in danger on equal", face.defense))
                .fact("Engines", face.engines)
                .fact("Steps", face.steps);
        if face.cloak {
            card = card.fact("Cloak", "passes one place with the enemy per turn");
        }
        if face.flagship {
            card = card.fact("Flagship", "leads other ships of its place");
        }
        if face.repair > 0 {
            card = card.fact("Repair & Salvage", face.repair);
        }
        if face.assault > 0 {
            card = card.fact("Planetary Assault", face.assault);
        }
        let [front, back] = self.counters.faces[ship.index()].map(|face| face.class);
        if front != back {
            card = card.fact("Other side", if face.class == front { back.name() } else { front.name() });
        }
        if ship.side() == board.active && board.turn.halted.has(ship) {
            card = card.fact("Movement", self.halt_reason(board, ship));
        }
        Some(card)
    }

    fn place_card(&self, view: &View, loc: Loc) -> ElementCard {
        let board = &view.board;
        let place = self.quadrant.get(loc);
        let (kind, about, rule) = terrain_words(place.terrain);
        let mut card = ElementCard::new(place.name.clone(), about).rule(rule).fact("Kind", kind);
        for side in Side::BOTH {
            if board.control[side.index()].has(loc) {
                let base = if self.bases(board, side).has(loc) { ", Sector Base" } else { "" };
                card = card.fact("Controlled by", format!("{}{base}", side.name()));
                if board.besieged(side).has(loc) {
                    card = card.fact("Besieged", "gives no LP and no VP, and repairs nothing");
                }
            }
            let ships = board.ships_at(side, loc);
            if !ships.is_empty() {
                card = card.fact(side.name(), self.ship_list(board, ships));
            }
        }
        if board.level(loc) > 0 {
            let level = board.level(loc);
            let fire =
                format!("level {level}: {} of strength {level} before a battle", counted(level, "shot"));
            card = card.fact("Fortified", fire);
        }
        if board.disrupted.has(loc) {
            card = card.fact("Disrupted", "gives no LP and no VP until it is repaired");
        }
        if self.contested(board).has(loc) {
            card = card.fact("Battle", "due in the Combat Phase");
        }
        self.with_distance(view, loc, card)
    }

    /// While a ship is moving: why a place cannot be entered by the next step.
    fn with_distance(&self, view: &View, loc: Loc, card: ElementCard) -> ElementCard {
        let board = &view.board;
        let Some(Frame::Move(step)) = board.frame() else { return card };
        let Some(from) = board.at(step.lead).filter(|&from| from != loc) else { return card };
        if view.viewer != Viewer::Seat(board.active.seat()) || self.quadrant.steps_from(from).has(loc) {
            return card;
        }
        match self.distance_reason(board, step.lead, loc) {
            Some(why) => card.cannot(why, RuleId::new("SB-6.1b")),
            None => card,
        }
    }

    fn development_card(&self, view: &View, card: Card) -> ElementCard {
        let (board, data) = (&view.board, self.cards.get(card));
        let kind = match data.kind {
            CardKind::Ongoing => "ongoing: works from the moment it is shown",
            CardKind::OneShot => "works once and is discarded",
            CardKind::Penalty => "penalty: laid in front of the opponent",
            CardKind::Scoring => "counts at the end",
        };
        let place = match () {
            () if board.discard.has(card) => "Discard Pile".to_owned(),
            () if board.revealed[0].has(card) && board.revealed[1].has(card) => {
                "shared by both sides".to_owned()
            }
            () => Side::BOTH.into_iter().find_map(|side| self.card_place(view, side, card)).unwrap_or_else(
                || {
                    if self.scenario.deck.has(card) {
                        "unknown".to_owned()
                    } else {
                        "not in this scenario".to_owned()
                    }
                },
            ),
        };
        ElementCard::new(format!("{}. {}", card.0, data.name), data.effect.clone())
            .rule("SB-C.c")
            .fact("Kind", kind)
            .fact("When", data.window.clone())
            .fact("Sharable", if data.sharable { "yes" } else { "no" })
            .fact("Where", place)
    }

    fn card_place(&self, view: &View, side: Side, card: Card) -> Option<String> {
        let (board, s) = (&view.board, side.index());
        match () {
            () if board.revealed[s].has(card) => Some(format!("face up, {}", side.name())),
            () if board.penalty[s].has(card) => Some(format!("in front of the {}", side.name())),
            () if view.known_hand(side).has(card) => Some(format!("hand of the {}", side.name())),
            () => None,
        }
    }

    fn track_card(&self, view: &View, track: &str) -> Option<ElementCard> {
        let board = &view.board;
        let (name, of) = track.split_once('-').unwrap_or((track, ""));
        let viewer = match view.viewer {
            Viewer::Seat(seat) => Some(Side::of(seat)),
            Viewer::Public => None,
        };
        let side = match of {
            "A" => Some(Side::Alliance),
            "I" => Some(Side::Imperium),
            _ => viewer,
        };
        match name {
            "lp" => Some(self.lp_card(board, side?)),
            "vp" => {
                let side = side?;
                let about = "Mainly 1 for every planet you control that is neither Disrupted nor Besieged.";
                let card = ElementCard::new(format!("Victory points of the {}", side.name()), about)
                    .rule("SB-10.0a");
                Some(
                    card.fact("Now", self.open_points(board, side))
                        .fact("Planets that count", board.available(side).len())
                        .fact("Opponent", self.open_points(board, side.opponent())),
                )
            }
            "honor" => {
                let ability = &abilities(Side::Imperium)[0];
                let card = ElementCard::new("Honor of the Imperium", ability.text).rule(ability.rule);
                Some(card.fact("Now", board.honor).fact("Most", HONOR_MAX))
            }
            "countdown" => Some(self.countdown_card(board)),
            "die" => self.die_card(board, of.parse().ok()?),
            _ => None,
        }
    }

    fn lp_card(&self, board: &Board, side: Side) -> ElementCard {
        let setup = &self.scenario.sides[side.index()];
        let about = "Pay for cards, moves, replacements, repairs and fortification. \
                     All unspent LP are lost in the Income Step, before the new ones arrive.";
        let card =
            ElementCard::new(format!("Logistics Points of the {}", side.name()), about).rule("SB-8.4a");
        card.fact("Now", board.lp[side.index()])
            .fact("Income next", self.income(board, side))
            .fact("Capacity", setup.lp_capacity)
    }

    fn countdown_card(&self, board: &Board) -> ElementCard {
        let countdown = self.draw_countdown(board);
        let about =
            "One box per Game Turn. Leaving box 1 ends the match; a sudden-death roll can end it sooner.";
        let ends = match self.scenario.sudden_death[usize::from(board.countdown)] {
            0 => "no roll in this box".to_owned(),
            1 => "ends on 1".to_owned(),
            needed => format!("ends on 1–{needed}"),
        };
        let mut card = ElementCard::new("Countdown", about)
            .rule("SB-9.0a")
            .fact("Box", board.countdown)
            .fact("Sudden death", ends)
            .fact("Ends after this turn", format!("{} %", countdown.ends_percent));
        if countdown.frozen {
            card = card.fact("Frozen", "until the first battle");
        }
        card
    }

    fn die_card(&self, board: &Board, number: usize) -> Option<ElementCard> {
        let battle = &board.battle;
        if let Some(&face) = battle.salvage.get(number) {
            let needed = battle.destroyed.into_iter().max().unwrap_or(0);
            let about = "A salvage die at or below the number of ships destroyed gives an Intelligence Coup.";
            return Some(
                ElementCard::new("Salvage die", about)
                    .rule("SB-7.8d")
                    .fact("Shows", face)
                    .fact("Needs", needed),
            );
        }
        if let Some(shot) = battle.volley.shots.get(number) {
            let shown = if shot.die > 0 { shot.die.to_string() } else { "not rolled".to_owned() };
            let card =
                ElementCard::new(format!("Shot {}", number + 1), "A die at or below the strength hits.");
            let ships = if shot.ships.is_empty() {
                "Missile Base".to_owned()
            } else {
                self.ship_list(board, shot.ships)
            };
            let card = card.rule("SB-7.5i").fact("Fired by", ships).fact("Strength", shot.strength);
            return Some(if shot.is_automatic() {
                card.fact("Die", "none: an automatic hit")
            } else {
                card.fact("Die", shown)
            });
        }
        (number == 0 && battle.die > 0).then(|| {
            let about = "Less than the Defense holds, the same is danger, more is damage.";
            ElementCard::new("Defense roll", about).rule("SB-7.6b").fact("Shows", battle.die)
        })
    }

    fn seat_card(&self, view: &View, side: Side) -> ElementCard {
        let (board, s) = (&view.board, side.index());
        let about: Vec<String> =
            abilities(side).iter().map(|ability| format!("{}: {}", ability.name, ability.text)).collect();
        let ships = ShipSet::of(side).filter(|&ship| board.at(ship).is_some()).count();
        let mut card = ElementCard::new(side.name(), about.join(" "))
            .rule(abilities(side)[0].rule)
            .fact("Victory points", self.open_points(board, side))
            .fact("LP", format!("{} of {}", board.lp[s], self.scenario.sides[s].lp_capacity))
            .fact("Income next", self.income(board, side))
            .fact("Planets", board.control[s].len())
            .fact("Ships on the map", ships)
            .fact("Cards in hand", board.hand_size[s])
            .fact(
                "Fortified markers in Stock",
                format!("{} and {} Fortress", board.fort_stock[s], board.fortress_stock[s]),
            );
        if side == Side::Imperium {
            card = card.fact("Honor", format!("{} of {HONOR_MAX}", board.honor));
        }
        card
    }
}

fn terrain_words(terrain: Terrain) -> (&'static str, &'static str, &'static str) {
    match terrain {
        Terrain::Planet => {
            ("Planet", "A planet you control gives 1 LP per turn and counts for victory.", "SB-8.1a")
        }
        Terrain::Asteroids => {
            ("Asteroids", "Ships that enter stop. 1 LP per turn for a side with a ship here.", "SB-6.1f")
        }
        Terrain::Nebula => (
            "Nebula",
            "Ships that enter stop; leaving costs 1 LP more per ship. Battles last one round, without retreat.",
            "SB-7.1b",
        ),
        Terrain::Wormhole => ("Wormhole", "One step leads to any other Wormhole in play.", "SB-6.1c"),
        Terrain::DeepSpace => ("Deep Space", "No battles; enemy ships do not stop you here.", "SB-6.1h"),
    }
}
