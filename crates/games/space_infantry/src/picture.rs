//! Builds the static and the public view.

use rules::rule;

use crate::{
    Board, Frame, SpaceInfantry,
    action::Source,
    forecast::fleet_id,
    ids::{
        AlienTech, Base, Chit, Colour, Column, FedTech, Fleet, Pair, Piece, Race, Resource, Ship, Space,
        Token, Tokens,
    },
    state::{BaseAt, Ending},
    views::{
        ActivationView, AlienTechInfo, BaseInfo, CellView, ChitInfo, ChitView, CountView, DeployedView,
        EntryInfo, FedTechInfo, FleetInfo, FleetView, LevelOdds, PairInfo, PairView, PhaseView, PieceView,
        PoolView, PublicView, RaceInfo, RaceView, ResearchView, ResourceInfo, ResourcesView, ResultView,
        SpaceInfo, SpaceView, StaticView, StatusView, TokenInfo, TrackSpaceView, UnbuiltView, WaitingView,
        WorldView,
    },
    words,
};

fn list(tokens: Tokens) -> Vec<Resource> {
    tokens
        .types()
        .flat_map(|resource| std::iter::repeat_n(resource, usize::from(tokens.count(resource))))
        .collect()
}

impl SpaceInfantry {
    pub(crate) fn draw_static(&self) -> StaticView {
        let data = &self.data;
        let id = |at: Space| self.space_id(at).to_owned();
        let spaces = Space::all().map(|at| {
            let space = &data.spaces[at.index()];
            let kind = if at == Space::SOL {
                "sol"
            } else if at.is_settleable() {
                "named"
            } else {
                "numbered"
            };
            SpaceInfo {
                id: space.id.clone(),
                name: self.space_name(at),
                kind: kind.to_owned(),
                race: space.race,
                number: space.number,
                x: space.x,
                y: space.y,
                to_sol: space.to_sol,
                spawn: space.race.is_some_and(|race| self.spawn_space(race) == at),
            }
        });
        let links = Space::all().flat_map(|a| {
            let links = data.spaces[a.index()].links;
            Space::all().filter(move |b| *b < a && links & b.bit() != 0).map(move |b| [b, a])
        });
        StaticView {
            level: self.level.code().to_owned(),
            last_turn: self.last_turn,
            width: data.canvas.0,
            height: data.canvas.1,
            space_info: spaces.collect(),
            links: links.map(|link| link.map(id)).collect(),
            race_info: Race::ALL
                .map(|race| RaceInfo {
                    code: race,
                    name: self.race_name(race).to_owned(),
                    color: data.races[race.index()].color.clone(),
                    track: data.races[race.index()].track,
                    tech_spaces: (1..=6)
                        .rev()
                        .take(usize::from(data.races[race.index()].tech_spaces))
                        .collect(),
                    spawn: id(self.spawn_space(race)),
                })
                .to_vec(),
            fleets: Fleet::all()
                .map(|fleet| FleetInfo {
                    id: fleet_id(fleet),
                    race: fleet.race(),
                    class: fleet.class(),
                    name: self.fleet_name(fleet).to_owned(),
                    cv: data.cv[fleet.index()],
                })
                .collect(),
            tokens: Token::all().map(|token| self.token_info(token)).collect(),
            resource_info: Resource::ALL
                .map(|code| ResourceInfo { code, name: words::resource(code).to_owned() })
                .to_vec(),
            bases: Base::ALL.map(|base| self.base_info(base)).to_vec(),
            fed_techs: FedTech::ALL
                .map(|code| {
                    let (name, text) = words::fed_tech(code);
                    let copies = if code == FedTech::PatrolRoutes { 2 } else { 1 };
                    FedTechInfo {
                        code,
                        name: name.to_owned(),
                        text: text.to_owned(),
                        colour: code.colour(),
                        copies,
                    }
                })
                .to_vec(),
            alien_techs: AlienTech::ALL
                .map(|code| {
                    let (name, text) = words::alien_tech(code);
                    AlienTechInfo { code, name: name.to_owned(), text: text.to_owned() }
                })
                .to_vec(),
            chit_info: data.chits.iter().map(|chit| chit_info(self, chit)).collect(),
            pair_info: Pair::ALL
                .map(|id| PairInfo {
                    id,
                    races: id.races(),
                    name: self.pair_name(id),
                    overage: format!("{:?}", data.overage[id.index()]),
                })
                .to_vec(),
            levels: words::LEVELS.map(str::to_owned).to_vec(),
        }
    }

    fn token_info(&self, token: Token) -> TokenInfo {
        let data = &self.data.tokens[token.index()];
        TokenInfo {
            id: data.id.clone(),
            kind: data.kind,
            race: data.race,
            title: self.token_title(token),
            rule: self.token_rule(data.kind).to_owned(),
        }
    }

    fn base_info(&self, base: Base) -> BaseInfo {
        let data = &self.data.bases[base.index()];
        BaseInfo {
            code: base,
            name: words::base(base).to_owned(),
            icon: words::icon(data.icons[0]).to_owned(),
            icon_up: words::icon(data.icons[1]).to_owned(),
            produces: data.produces,
            unlocks: self.unlocks(base),
        }
    }

    /// What settling a Base for the first time brings.
    pub(crate) fn unlocks(&self, base: Base) -> String {
        let data = &self.data.bases[base.index()];
        let mut parts: Vec<String> = Vec::new();
        if data.produces {
            parts.push("+1 resource die".to_owned());
        }
        parts.extend(data.resources.iter().map(|(of, count)| format!("{count} {}", words::resource(*of))));
        if data.flagships > 0 {
            parts.push("1 Flagship".to_owned());
        }
        if data.blue > 0 {
            parts.push("1 technology".to_owned());
        }
        if data.warp_gates {
            parts.push("opens Warp Gates".to_owned());
        }
        parts.join(", ")
    }

    pub(crate) fn draw_public(&self, board: &Board) -> PublicView {
        let combat = self.draw_combat(board);
        PublicView {
            phase: self.draw_phase(board),
            status: self.draw_status(board),
            activation: self.draw_activation(board),
            queue: self.forecasts(board),
            races: Race::ALL.map(|race| self.draw_race(board, race)).to_vec(),
            pairs: Pair::ALL
                .map(|id| PairView { id, relation: board.relations[id.index()], name: self.pair_name(id) })
                .to_vec(),
            shared: self.shared_techs(board),
            spaces: Space::all().map(|at| self.draw_space(board, at)).collect(),
            chits: Chit::all()
                .map(|chit| ChitView {
                    id: self.data.chits[chit.index()].id.clone(),
                    left: board.chits >> chit.index() & 1 != 0,
                })
                .collect(),
            resources: self.draw_resources(board),
            research: self.draw_research(board),
            unbuilt: draw_unbuilt(board),
            worlds: Space::settleable().map(|at| self.draw_world(board, at)).collect(),
            combat,
            roll: self.draw_roll(board),
            waiting: self.draw_waiting(board),
            result: board.result.map(|ending| self.draw_result(board, ending)),
        }
    }

    fn draw_phase(&self, board: &Board) -> PhaseView {
        let own = |frame: &Frame| matches!(frame, Frame::Actions | Frame::Keep | Frame::Rolls(_));
        let (kind, title) = match board.frames.iter().find(|frame| own(frame)) {
            _ if board.result.is_some() => ("over", "The match is over".to_owned()),
            _ if board.taken == 0 => ("set_up", "Set-up".to_owned()),
            Some(Frame::Actions) => ("actions", format!("Your turn {}: actions", board.turns)),
            Some(Frame::Keep) => ("keep", format!("Your turn {}: keep five", board.turns)),
            Some(_) => ("resource_rolls", format!("Your turn {}: resources", board.turns)),
            None => (
                "token",
                board.now.map_or_else(|| "The next token".to_owned(), |token| self.token_title(token)),
            ),
        };
        PhaseView {
            kind: kind.to_owned(),
            title,
            turn: board.turns,
            last_turn: self.last_turn,
            tokens: board.taken,
        }
    }

    fn draw_status(&self, board: &Board) -> StatusView {
        let [stability_max, desire_max, losses_max] = self.data.status_max;
        rule!("SI-0.2");
        rule!("SI-2.15");
        StatusView {
            bases: board.base_count(),
            bases_to_win: 6,
            stability: board.stability,
            stability_max,
            desire: board.desire,
            desire_max,
            losses: board.losses,
            losses_max,
            production: self.production(board),
            points: self.points(board),
        }
    }

    fn draw_activation(&self, board: &Board) -> ActivationView {
        let ids = |set: u64| Token::all().filter(move |token| set >> token.index() & 1 != 0);
        let mut pool_tokens: Vec<CountView> = Vec::new();
        for token in ids(board.bag) {
            let name = self.token_title(token);
            match pool_tokens.iter_mut().find(|known| known.name == name) {
                Some(known) => known.count += 1,
                None => pool_tokens.push(CountView { name, count: 1 }),
            }
        }
        ActivationView {
            pool: board.bag.count_ones() as u8,
            pool_federation: ids(board.bag).filter(|token| self.kind(*token).is_federation()).count() as u8,
            pool_tokens,
            now: board.now.map(|token| self.token_id(token).to_owned()),
            now_title: board.now.map(|token| self.token_title(token)),
            holding: ids(board.holding).map(|token| self.token_id(token).to_owned()).collect(),
        }
    }

    fn draw_race(&self, board: &Board, race: Race) -> RaceView {
        let (war_effort, effective) = (board.war[race.index()], self.effective(board, race));
        let name = words::level(war_effort);
        let text = match effective {
            -1 => format!("{name}, all ignored"),
            effective if effective < war_effort => format!("{name}, acts as {}", words::level(effective)),
            _ => name.to_owned(),
        };
        let data = &self.data.races[race.index()];
        let track = &board.tech[race.index()];
        let spaces = (0..data.tech_spaces).map(|place| {
            let counter = track.get(usize::from(place));
            let tech = counter.map(|counter| data.techs[usize::from(*counter)]);
            TrackSpaceView {
                number: 6 - place,
                tech,
                copies: tech.map_or(0, |tech| self.copies(board, race, tech)),
                spy: board.has_spy(race) && usize::from(place) == track.len(),
            }
        });
        RaceView {
            code: race,
            war_effort,
            war_effort_name: name.to_owned(),
            effective,
            effective_name: words::level(effective).to_owned(),
            text,
            wars: board.wars(race) as u8,
            at_war: self.at_war(board, race),
            embassy: board.deployed.embassies & race.bit() != 0,
            attache: board.deployed.attaches & race.bit() != 0,
            track: spaces.collect(),
            track_full: self.is_full(board, race),
            pile: (0..6)
                .filter(|counter| board.piles[race.index()] >> counter & 1 != 0)
                .map(|counter: usize| data.techs[counter])
                .collect(),
            spawn: board.spawn[race.index()].map(|slot| slot.map(fleet_id)).to_vec(),
            fleets: Fleet::of_mask(Fleet::of_race(race)).map(|fleet| self.draw_fleet(board, fleet)).collect(),
        }
    }

    fn draw_fleet(&self, board: &Board, fleet: Fleet) -> FleetView {
        let at = board.fleets[fleet.index()];
        FleetView {
            id: fleet_id(fleet),
            cv: self.data.cv[fleet.index()],
            at: at.map(|at| self.space_id(at).to_owned()),
            to_sol: at.map(|at| self.moves_to_sol(at)),
            dies_at: at.map(|at| (1..=12).find(|hits| self.retreat(board, fleet, at, *hits).2).unwrap_or(12)),
            stopped: board.stopped & fleet.bit() != 0,
        }
    }

    /// Advance moves from a space to Sol.
    pub(crate) fn moves_to_sol(&self, at: Space) -> u8 {
        let data = &self.data.spaces[at.index()];
        if at.is_settleable() { 1 + self.number(data.near) } else { data.number }
    }

    fn draw_space(&self, board: &Board, at: Space) -> SpaceView {
        let here = &board.garrisons[at.index()];
        let mut pieces = Vec::new();
        let [flagship, ally, mine, mine_up, defense, defense_up] = self.data.icons;
        let mut add = |piece: Piece, base: Option<Base>, icon: crate::data::Icon| {
            let count = board.pieces(at, piece);
            if count > 0 {
                pieces.push(PieceView {
                    id: format!("{}@{}", piece.code(), self.space_id(at)),
                    piece,
                    base,
                    count,
                    name: base.map_or_else(|| words::piece(piece), words::base).to_owned(),
                    icon: words::icon(icon).to_owned(),
                    swords: icon as u8 + 1,
                });
            }
        };
        add(Piece::Flagship, None, flagship);
        add(Piece::Ally, None, ally);
        add(Piece::Mine, None, mine);
        add(Piece::MineUp, None, mine_up);
        add(Piece::SolDefense, None, defense);
        add(Piece::SolDefenseUp, None, defense_up);
        if let Some(base) = here.base {
            let [normal, upgraded] = self.data.bases[base.index()].icons;
            add(Piece::Base, Some(base), normal);
            add(Piece::BaseUp, Some(base), upgraded);
        }
        SpaceView {
            id: self.space_id(at).to_owned(),
            occupied: board.is_occupied(at),
            pieces,
            fleets: Fleet::of_mask(board.stacks[at.index()]).map(fleet_id).collect(),
        }
    }

    fn draw_resources(&self, board: &Board) -> ResourcesView {
        let mut cells = Vec::new();
        for column in Column::ALL {
            for row in (0..7).rev() {
                let arrives = match row {
                    0 => "now".to_owned(),
                    1 => "next turn".to_owned(),
                    row => format!("{row} turns"),
                };
                let tokens = list(board.track[column.index()][row]);
                cells.push(CellView { column, row: row as u8, arrives, tokens });
            }
        }
        let deployed: Vec<DeployedView> = [Resource::Espionage, Resource::Diplomacy, Resource::Morale]
            .into_iter()
            .flat_map(|resource| board.deployed.sources(resource))
            .map(|source| self.draw_deployed(board, source))
            .collect();
        let mut away: Vec<String> = deployed.iter().map(|token| token.text.clone()).collect();
        let gone = board.sacrificed;
        away.extend(gone.types().map(|of| format!("{} {} sacrificed", gone.count(of), words::resource(of))));
        let arrived = board.track.iter().map(|column| column[0].total()).sum::<u8>();
        ResourcesView {
            open: Column::ALL.map(|column| board.is_open(column)),
            cells,
            stored: list(board.stored),
            stored_max: crate::flow::STORED,
            hand: list(board.hand()),
            on_the_way: board.on_track().total() - arrived,
            pools: Resource::ALL
                .map(|resource| PoolView { resource, count: board.pool.count(resource) })
                .to_vec(),
            deployed,
            sacrificed: list(board.sacrificed),
            locked: list(self.locked(board)),
            away: away.join(", "),
        }
    }

    fn draw_deployed(&self, board: &Board, source: Source) -> DeployedView {
        let (race, column) = match source {
            Source::Attache(race) | Source::Spy(race) | Source::Embassy(race) => (Some(race), None),
            Source::Column(column) => (None, Some(column)),
            Source::Hand(_) | Source::Track(..) => (None, None),
        };
        DeployedView {
            id: crate::notation::source_words(source).replace(' ', "-"),
            resource: source.resource(),
            race,
            column,
            text: self.source_name(source),
            fresh: board.fresh.has(source),
        }
    }

    fn draw_research(&self, board: &Board) -> ResearchView {
        let names = |techs: crate::ids::Techs| -> Vec<FedTech> {
            techs.names().flat_map(|tech| std::iter::repeat_n(tech, usize::from(techs.count(tech)))).collect()
        };
        let dice = board
            .progress
            .iter()
            .flat_map(|column| names(*column))
            .filter(|tech| self.gets_die(board, *tech));
        ResearchView {
            conduct_dice: dice.count() as u8,
            progress: board.progress.iter().map(|column| names(*column)).collect(),
            discovered: names(board.discovered),
            seen: names(board.seen),
            unseen_blue: board.unresearched(Colour::Blue),
            unseen_white: board.unresearched(Colour::White),
            possible: names(board.unseen),
            white_pile: board.white_pile,
            engines_ready: self.may_use_engines(board).is_ok(),
        }
    }

    fn draw_world(&self, board: &Board, at: Space) -> WorldView {
        let data = &self.data.spaces[at.index()];
        let race = data.race.expect("a settleable space belongs to a race");
        let odds: Vec<LevelOdds> = self
            .step_odds(board, race, data.to_sol)
            .into_iter()
            .map(|(level, percent)| LevelOdds { level, name: words::level(level).to_owned(), percent })
            .collect();
        let steps = words::count(data.to_sol, "step", "steps");
        let after: Vec<String> =
            odds.iter().map(|odds| format!("{} % {}", odds.percent, odds.name)).collect();
        WorldView {
            at: self.space_id(at).to_owned(),
            race,
            steps: data.to_sol,
            settled: board.garrisons[at.index()].base,
            ready: Base::ALL.into_iter().any(|base| self.may_settle(board, at, base).is_ok()),
            bases_after: (board.base_count() + 1).min(6),
            text: format!("{}, {steps} down: {}", self.race_name(race), after.join(", ")),
            odds,
        }
    }

    fn draw_waiting(&self, board: &Board) -> Vec<WaitingView> {
        let mut waiting = Vec::new();
        for race in Race::ALL {
            for at in crate::ids::spaces_of(self.due_combats(board, race, board.waiting[race.index()])) {
                let (dice, chance) = self.combat_chance(board, race, at);
                waiting.push(WaitingView { race, at: self.space_id(at).to_owned(), dice, chance });
            }
        }
        waiting
    }

    fn draw_result(&self, board: &Board, ending: Ending) -> ResultView {
        ResultView {
            ending,
            won: ending == Ending::Won,
            points: self.points(board),
            text: self.ending_words(ending).to_owned(),
            rule: ending.rule().to_owned(),
        }
    }

    /// Spaces a ship in this space reaches with one Move.
    pub(crate) fn reach(&self, board: &Board, at: Space) -> Vec<String> {
        let ships = Ship::ALL.into_iter().any(|ship| board.ships(at, ship) > 0);
        let to = if ships { self.steps_from(board, at) } else { 0 };
        crate::ids::spaces_of(to).map(|at| self.space_id(at).to_owned()).collect()
    }
}

fn chit_info(game: &SpaceInfantry, chit: &crate::data::ChitData) -> ChitInfo {
    let table = chit.table.iter().zip(1..).map(|(entry, die)| {
        let (text, helps) = (game.entry_text(*entry), words::entry_helps(*entry));
        EntryInfo { die, text, helps }
    });
    ChitInfo { id: chit.id.clone(), name: chit.name.clone(), table: table.collect() }
}

fn draw_unbuilt(board: &Board) -> UnbuiltView {
    let [flagships, allies, mines] = board.unbuilt;
    let bases = |at: BaseAt| Base::ALL.into_iter().filter(|base| board.bases[base.index()] == at).collect();
    UnbuiltView {
        flagships,
        allies,
        mines,
        sol_defense: board.sol_defense.is_none(),
        bases: bases(BaseAt::Unbuilt),
        locked: bases(BaseAt::Locked),
    }
}
