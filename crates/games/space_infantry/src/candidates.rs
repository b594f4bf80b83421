//! What a player might try now. `wide` adds what cannot be paid for, so that a client can say why not; without it
//! the list is the legal one.

use crate::{
    Action, Board, Frame, SpaceInfantry,
    action::Pay,
    data::Entry,
    ids::{Base, FedTech, Pair, Piece, Race, Relation, Resource, Ship, Space, Status, Token, spaces_of},
    state::CombatStage,
};

impl SpaceInfantry {
    pub(crate) fn offer(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        let Some(frame) = board.frames.last() else { return };
        match frame {
            Frame::Actions => self.offer_actions(board, wide, out),
            Frame::Store | Frame::Place(_) => {
                let action = if matches!(frame, Frame::Store) { Action::Store } else { Action::Place };
                let offered = |resource: &Resource| wide || board.pool.has(*resource);
                out.extend(Resource::ALL.into_iter().filter(offered).map(action));
            }
            Frame::Keep => out.extend(board.stored.types().map(Action::Return)),
            Frame::Roll { faces, .. } if !faces.is_empty() => {
                if self.picks_die(board, *faces) {
                    let (low, high) = (faces[0].min(faces[1]), faces[0].max(faces[1]));
                    out.extend([Action::UseDie(high), Action::UseDie(low)]);
                } else {
                    out.push(Action::Accept);
                }
                let pays = self.payments(board, Resource::Espionage, wide).map(Action::Reroll);
                let allowed = |action: &Action| match *action {
                    Action::Reroll(pay) => wide || self.may_reroll(board, pay).is_ok(),
                    _ => true,
                };
                out.extend(pays.filter(allowed));
            }
            Frame::Tech { counter: Some(_), .. } => {
                out.extend([Action::Contest(true), Action::Contest(false)])
            }
            Frame::Relation { pair, asked, .. } => {
                let left = |race: &Race| board.deployed.attaches & race.bit() & !asked != 0;
                out.extend(pair.in_faction_order().into_iter().filter(left).map(Action::RollFirst));
            }
            Frame::ChoosePair(_) => out.extend(Pair::ALL.map(Action::PickPair)),
            Frame::ChooseRace(_) => out.extend(Race::ALL.map(Action::PickRace)),
            Frame::Choice(entry) => self.offer_answers(board, *entry, wide, out),
            Frame::Fights | Frame::Combat { stage: CombatStage::FollowUps, .. } => {
                out.extend(spaces_of(self.combat_choice(board)).map(Action::Fight));
            }
            Frame::Combat { stage: CombatStage::Muster, dice, .. } => {
                let most = (self.data.combat_dice[2] - dice).min(board.hand().count(Resource::Maneuver));
                out.extend((0..=most).map(Action::OutManeuver));
            }
            Frame::Combat { stage: CombatStage::Plunder, .. } => {
                self.each_gift(board, |gift| out.push(Action::Give(gift)));
            }
            Frame::Combat { stage: CombatStage::Loss, at, .. } => {
                let here = |piece: &Piece| board.pieces(*at, *piece) > 0;
                out.extend(crate::combat::LOSS_ORDER.into_iter().filter(here).map(Action::Lose));
            }
            Frame::Combat { stage: CombatStage::Pursuit, at, .. } => {
                out.extend(
                    Ship::ALL.into_iter().filter(|ship| board.ships(*at, *ship) > 0).map(Action::Pursue),
                );
            }
            Frame::WarHits(races) => out.extend(self.war_targets(board, *races).map(Action::HitBase)),
            Frame::Look { shown, .. } if self.is_looking(board, *shown) => {
                self.each_look(board, |look| out.push(Action::LookAt(look)));
            }
            Frame::Look { shown, .. } => out.extend(shown.iter().flatten().map(|tech| Action::Start(*tech))),
            Frame::Bypass(drawn) => out.extend(drawn.iter().map(|token| Action::Enter(Token::new(*token)))),
            Frame::Step { ship, at, mine } => {
                for to in spaces_of(self.steps_from(board, *at)) {
                    out.push(Action::Step(to, false));
                    if mine.is_some() && *ship == Ship::Flagship {
                        out.push(Action::Step(to, true));
                    }
                }
                out.push(Action::Stop);
            }
            _ => {}
        }
    }

    fn offer_answers(&self, board: &Board, entry: Entry, wide: bool, out: &mut Vec<Action>) {
        match entry {
            Entry::FreeBuild => {
                let pieces = [Piece::Flagship, Piece::Mine, Piece::SolDefense];
                let offered = |piece: &Piece| wide || self.may_construct(board, *piece).is_ok();
                out.extend(pieces.into_iter().filter(offered).map(Action::FreeBuild));
                out.push(Action::Decline);
            }
            Entry::FreePropaganda => {
                let offered = |status: &Status| wide || self.may_propagate(board, *status).is_ok();
                out.extend(Status::ALL.into_iter().filter(offered).map(Action::FreePropaganda));
                out.push(Action::Decline);
            }
            Entry::AdvanceResearch => {
                let there = |tech: &FedTech| board.progress.iter().any(|column| column.has(*tech));
                out.extend(FedTech::ALL.into_iter().filter(there).map(Action::Boost));
            }
            Entry::FailedAlliance => out.extend(SpaceInfantry::allied(board).map(Action::PickPair)),
            Entry::Spend(_) => self.each_gift(board, |gift| out.push(Action::Give(gift))),
            _ => {}
        }
    }

    /// Ways to pay one token of a type: from the hand, then deployed ones.
    fn payments(&self, board: &Board, resource: Resource, wide: bool) -> impl Iterator<Item = Pay> {
        let hand = (wide || board.hand().has(resource)).then_some(Pay::Hand);
        hand.into_iter().chain(board.deployed.sources(resource).map(Pay::Deployed))
    }

    /// Phase 3, in the order of the catalogue 7.3.2.
    fn offer_actions(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        let hand = board.hand();
        if wide || hand.has(Resource::Build) {
            self.offer_build(board, wide, out);
        }
        self.offer_moves(board, wide || hand.has(Resource::Maneuver), out);
        if wide || hand.has(Resource::Maneuver) {
            out.extend((0..board.queue.len() as u8).map(Action::Bypass));
        }
        if wide || hand.has(Resource::Research) {
            if wide || self.may_initiate(board).is_ok() {
                out.push(Action::Initiate);
            }
            if wide || self.may_conduct(board).is_ok() {
                out.push(Action::Conduct);
            }
            let there = |tech: &FedTech| board.progress.iter().any(|column| column.has(*tech));
            out.extend(FedTech::ALL.into_iter().filter(there).map(Action::Focus));
        }
        if wide || hand.has(Resource::Espionage) || board.deployed.attaches | board.deployed.spies != 0 {
            self.offer_espionage(board, wide, out);
        }
        if wide || hand.has(Resource::Morale) || board.deployed.columns != 0 {
            self.offer_morale(board, wide, out);
        }
        if wide || hand.has(Resource::Diplomacy) || board.deployed.embassies != 0 {
            self.offer_diplomacy(board, wide, out);
        }
        if hand.has(Resource::Warp) || wide && board.warp_open() {
            self.offer_warp(board, wide, out);
        }
        if board.deployed.embassies != 0 && board.relations.contains(&Relation::War) {
            self.offer_opportunities(board, wide, out);
        }
        out.push(Action::EndActions);
    }

    fn offer_build(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        for piece in [Piece::Flagship, Piece::Mine, Piece::SolDefense] {
            if wide || self.may_construct(board, piece).is_ok() {
                out.push(Action::Construct(piece));
            }
        }
        for at in Space::settleable() {
            let ready = board.ships(at, Ship::Flagship) > 0
                && (wide || board.garrisons[at.index()].base.is_none() && board.stacks[at.index()] == 0);
            if ready {
                let free = |base: &Base| self.may_settle(board, at, *base).is_ok();
                let bases = Base::ALL.into_iter().filter(|base| wide || free(base));
                out.extend(bases.map(|base| Action::Settle(at, base)));
            }
        }
        for at in spaces_of(board.held) {
            for piece in [Piece::Mine, Piece::SolDefense, Piece::Base] {
                if board.pieces(at, piece) > 0 {
                    out.push(Action::Upgrade(piece, at));
                }
            }
        }
        let anchored = self.anchored(board);
        for (piece, count) in [(Piece::Flagship, board.unbuilt[0]), (Piece::Mine, board.unbuilt[2])] {
            if count > 0 {
                out.extend(spaces_of(anchored).map(|at| Action::ForwardDeploy(piece, at)));
            }
        }
    }

    fn offer_moves(&self, board: &Board, paid: bool, out: &mut Vec<Action>) {
        let free = self.may_use_engines(board).is_ok();
        let pays = [paid.then_some(Pay::Hand), free.then_some(Pay::Engines)];
        for pay in pays.into_iter().flatten() {
            for from in spaces_of(board.held) {
                let here = &board.garrisons[from.index()];
                if here.flagships == 0 && here.allies == 0 {
                    continue;
                }
                let mines =
                    [(here.mines > 0).then_some(Piece::Mine), (here.mines_up > 0).then_some(Piece::MineUp)];
                let to = self.steps_from(board, from);
                if here.flagships > 0 {
                    for to in spaces_of(to) {
                        out.push(Action::Move(Ship::Flagship, from, to, None, pay));
                        for mine in mines.into_iter().flatten() {
                            out.push(Action::Move(Ship::Flagship, from, to, Some(mine), pay));
                        }
                    }
                }
                if here.allies > 0 {
                    out.extend(spaces_of(to).map(|to| Action::Move(Ship::Ally, from, to, None, pay)));
                }
            }
        }
    }

    fn offer_espionage(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        for pay in self.payments(board, Resource::Espionage, wide) {
            for race in Race::ALL {
                if wide || self.may_sabotage(board, race, pay).is_ok() {
                    out.push(Action::Sabotage(race, pay));
                }
            }
            for race in Race::ALL {
                if wide || self.may_send_attache(board, race, pay).is_ok() {
                    out.push(Action::Attache(race, pay));
                }
            }
            for race in Race::ALL {
                if wide || self.may_slow_research(board, race, pay).is_ok() {
                    out.push(Action::SlowResearch(race, pay));
                }
            }
        }
    }

    fn offer_morale(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        for pay in self.payments(board, Resource::Morale, wide) {
            for status in Status::ALL {
                if wide || self.may_propagate(board, status).is_ok() {
                    out.push(Action::Propaganda(status, pay));
                }
            }
            if wide || self.may_expand(board, pay).is_ok() {
                out.push(Action::Expand(pay));
            }
            out.extend(board.sacrificed.types().map(|resource| Action::Reclaim(resource, pay)));
        }
    }

    fn offer_diplomacy(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        for pay in self.payments(board, Resource::Diplomacy, wide) {
            for race in Race::ALL {
                if wide || self.may_open_embassy(board, race, pay).is_ok() {
                    out.push(Action::Embassy(race, pay));
                }
            }
            for race in Race::ALL {
                if wide || self.may_send_envoy(board, race, pay).is_ok() {
                    out.push(Action::Envoy(race, pay));
                }
            }
            for race in Race::ALL {
                if wide || self.may_parley(board, race, pay).is_ok() {
                    out.push(Action::Parley(race, pay));
                }
            }
        }
    }

    fn offer_warp(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        if wide || board.unbuilt[1] > 0 {
            out.push(Action::AllyShip);
        }
        if wide || board.white_pile > 0 {
            out.push(Action::AdvancedTech);
        }
        let named = || Space::settleable().chain([Space::SOL]);
        for from in named() {
            for ship in Ship::ALL {
                if board.ships(from, ship) == 0 {
                    continue;
                }
                for to in named().filter(|to| *to != from) {
                    if wide || self.may_fold(board, ship, from, to).is_ok() {
                        out.push(Action::Fold(ship, from, to));
                    }
                }
            }
        }
    }

    fn offer_opportunities(&self, board: &Board, wide: bool, out: &mut Vec<Action>) {
        for pair in Pair::ALL {
            if board.relations[pair.index()] != Relation::War {
                continue;
            }
            let [first, second] = pair.in_faction_order();
            let mut add = |usual: Resource, make: &dyn Fn(Pay) -> [Option<Action>; 2]| {
                let warp = board.hand().has(Resource::Warp).then_some(Pay::Warp);
                for pay in self.payments(board, usual, wide).chain(warp) {
                    if wide || self.may_exploit(board, pair, usual, pay).is_ok() {
                        out.extend(make(pay).into_iter().flatten());
                    }
                }
            };
            add(Resource::Build, &|pay| {
                [Some(Action::ArmsDeal(pair, first, pay)), Some(Action::ArmsDeal(pair, second, pay))]
            });
            add(Resource::Maneuver, &|pay| [Some(Action::Arbitration(pair, pay)), None]);
            add(Resource::Espionage, &|pay| {
                [Some(Action::FalseIntel(pair, first, pay)), Some(Action::FalseIntel(pair, second, pay))]
            });
            add(Resource::Research, &|pay| [Some(Action::Disarm(pair, pay)), None]);
            add(Resource::Diplomacy, &|pay| [Some(Action::PeaceTalks(pair, pay)), None]);
        }
    }
}

/// Permutations of choices that commute: only the ascending order is kept.
pub(crate) fn prune(board: &Board, actions: &mut Vec<Action>) {
    let highest =
        |tokens: crate::ids::Tokens| Resource::ALL.into_iter().rev().find(|resource| tokens.has(*resource));
    match board.frame() {
        Some(Frame::Store) => {
            if let Some(last) = highest(board.stored) {
                // The tokens stored so far came in ascending order; so does the next one, if it can.
                let rest: Vec<Action> = actions
                    .iter()
                    .copied()
                    .filter(|action| matches!(action, Action::Store(r) if *r >= last))
                    .collect();
                let left = 5 - board.stored.total();
                let enough: u8 = Resource::ALL
                    .into_iter()
                    .filter(|resource| *resource >= last)
                    .map(|resource| board.pool.count(resource))
                    .sum();
                if enough >= left && !rest.is_empty() {
                    *actions = rest;
                }
            }
        }
        Some(Frame::Look { shown: [Some(_), None], .. }) => {}
        _ => {}
    }
}
