//! Chapter 6.1: alien tokens. Movement of fleets never asks anything.

use rules::rule;

use crate::{
    Board, Event, Frame, SpaceInfantry,
    ids::{AlienTech, Class, Fleet, Race, Space, Token, TokenKind},
    play::Play,
    state::Stage,
};

impl SpaceInfantry {
    /// The space where fleets of a race spawn: its highest one.
    pub fn spawn_space(&self, race: Race) -> Space {
        let data = &self.data.races[race.index()];
        data.first.shifted(data.track as i8 - 1)
    }

    /// The number of a numbered space.
    #[inline]
    pub(crate) fn number(&self, at: Space) -> u8 {
        self.data.spaces[at.index()].number
    }

    /// SI-6.1.0b: does a token of this kind count at this effective War Effort?
    pub fn is_valid(&self, kind: TokenKind, effective: i8) -> bool {
        rule!("SI-6.1.0b");
        effective >= self.data.valid_from[kind.index()]
    }

    /// Spaces of an Advance that a token of the race causes (SI-11.2.8).
    pub(crate) fn token_advance(&self, board: &Board, race: Race) -> u8 {
        rule!("SI-11.2.8");
        1 + self.copies(board, race, AlienTech::FastAdvance)
    }

    /// Does this fleet follow raider movement?
    fn is_raider(&self, board: &Board, fleet: Fleet) -> bool {
        match fleet.class() {
            Class::Raider => true,
            Class::Scout => {
                let protocols = self.copies(board, fleet.race(), AlienTech::RaiderProtocols) > 0;
                if protocols {
                    rule!("SI-6.1.1.2d");
                    rule!("SI-11.2.3");
                }
                protocols
            }
            Class::Armada | Class::Doom => false,
        }
    }

    /// Where an Advance move takes a fleet; it is not in Sol.
    pub(crate) fn advance_target(&self, board: &Board, fleet: Fleet, at: Space) -> Space {
        let data = &self.data.spaces[at.index()];
        if at.is_settleable() {
            rule!("SI-6.1.1.1b");
            rule!("SI-R-11");
            return data.near;
        }
        if data.number != 1 && data.named[0].is_some() && self.is_raider(board, fleet) {
            let mut held = data.named.into_iter().flatten().filter(|named| board.held & named.bit() != 0);
            if let Some(first) = held.next() {
                rule!("SI-6.1.1.2a");
                let has_base = |named: Space| board.garrisons[named.index()].base.is_some();
                // The list is in the order of distance: only a Base makes the second one come first.
                return match held.next() {
                    Some(second) if has_base(second) && !has_base(first) => {
                        rule!("SI-6.1.1.2b");
                        rule!("SI-R-12");
                        second
                    }
                    _ => first,
                };
            }
        }
        rule!("SI-6.1.1.1a");
        if data.number == 1 { Space::SOL } else { at.shifted(-1) }
    }

    /// Where a Press move takes a fleet on a numbered space; none if it stays.
    pub(crate) fn press_target(&self, board: &Board, at: Space) -> Option<Space> {
        let data = &self.data.spaces[at.index()];
        rule!("SI-6.1.4c");
        rule!("SI-R-15");
        let free = |to: &Space| !board.is_occupied(*to);
        if let Some(named) = data.named.into_iter().flatten().find(free) {
            rule!("SI-6.1.4.1a");
            return Some(named);
        }
        rule!("SI-6.1.4b");
        let ahead = if data.number == 1 { Space::SOL } else { at.shifted(-1) };
        rule!("SI-6.1.4.2");
        Some(ahead).filter(free)
    }

    /// One space outward (SI-10.2d); none on the race's highest space.
    pub(crate) fn outward(&self, board: &Board, fleet: Fleet, at: Space) -> Option<Space> {
        rule!("SI-10.2d");
        if at == Space::SOL {
            return Some(self.data.races[fleet.race().index()].first);
        }
        if at.is_settleable() {
            rule!("SI-6.1.1.2c");
            return Some(board.came_from[fleet.index()]);
        }
        (at != self.spawn_space(fleet.race())).then(|| at.shifted(1))
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// An alien or universal token begins.
    pub(crate) fn begin_token(&mut self, token: Token) {
        let data = &self.game.data.tokens[token.index()];
        let (kind, race) = (data.kind, data.race);
        let Some(race) = race else {
            self.push(Frame::Token { race: None, extra: false, stage: Stage::Effect });
            return self.universal(kind);
        };
        rule!("SI-6.1.0a");
        let effective = self.game.effective(self.board, race);
        if !self.game.is_valid(kind, effective) {
            if effective < 0 {
                rule!("SI-8.2.1e");
            }
            self.push(Frame::Token { race: Some(race), extra: false, stage: Stage::Hold });
            return self.report(Event::TokenIgnored { token, effective });
        }
        let extra = effective == 4;
        self.push(Frame::Token { race: Some(race), extra, stage: Stage::Effect });
        match kind {
            TokenKind::Advance => {
                let spaces = self.game.token_advance(self.board, race);
                self.advance(race, spaces, false);
            }
            TokenKind::Spawn => self.spawn(race, true),
            TokenKind::Tech => self.tech(race, true),
            TokenKind::Press => self.press(race),
            TokenKind::BorderFriction => self.border_friction(race),
            _ => self.greed(race),
        }
    }

    /// SI-6.1.1: every fleet moves `spaces`. `regardless` of the War Effort for overflow and Overage.
    pub(crate) fn advance(&mut self, race: Race, spaces: u8, regardless: bool) {
        if !regardless && !self.game.at_war(self.board, race) {
            rule!("SI-6.1.1a");
            return self.report(Event::NoEffect);
        }
        let fleets = self.board.in_play(race);
        if fleets == 0 {
            rule!("SI-6.1.1.4");
            self.report(Event::BecameSpawn { race });
            return self.spawn(race, false);
        }
        rule!("SI-6.1.1b");
        for fleet in Fleet::of_mask(fleets) {
            for _ in 0..spaces {
                if !self.advance_move(fleet) {
                    break;
                }
            }
        }
    }

    /// One Advance move of one fleet; `false` if it makes no further one.
    pub(crate) fn advance_move(&mut self, fleet: Fleet) -> bool {
        if self.board.stopped & fleet.bit() != 0 {
            rule!("SI-6.1.0f");
            rule!("SI-10.0d");
            rule!("SI-R-63");
            return false;
        }
        let Some(at) = self.board.fleets[fleet.index()] else { return false };
        if at == Space::SOL {
            rule!("SI-R-62");
            self.stop_and_fight(fleet, at);
            self.report(Event::FleetStays { fleet, at });
            return false;
        }
        let to = self.game.advance_target(self.board, fleet, at);
        self.move_fleet(fleet, at, to);
        if self.board.is_occupied(to) {
            rule!("SI-6.1.1c");
            rule!("SI-R-13");
            rule!("SI-6.1.1.3");
            self.stop_and_fight(fleet, to);
            return false;
        }
        true
    }

    /// One Press move of one fleet.
    pub(crate) fn press_move(&mut self, fleet: Fleet) {
        let Some(at) = self.board.fleets[fleet.index()] else { return };
        if self.board.stopped & fleet.bit() != 0 || !at.is_numbered() {
            rule!("SI-6.1.4a");
            return;
        }
        match self.game.press_target(self.board, at) {
            Some(to) => self.move_fleet(fleet, at, to),
            None => self.report(Event::FleetStays { fleet, at }),
        }
    }

    pub(crate) fn move_fleet(&mut self, fleet: Fleet, from: Space, to: Space) {
        self.board.put_fleet(fleet, Some(to));
        if to.is_settleable() {
            rule!("SI-6.1.1.2c");
            self.board.came_from[fleet.index()] = from;
        }
        self.report(Event::FleetMoved { fleet, from, to });
    }

    fn stop_and_fight(&mut self, fleet: Fleet, at: Space) {
        self.board.stopped |= fleet.bit();
        self.board.waiting[fleet.race().index()] |= at.bit();
    }

    /// SI-6.1.2.
    pub(crate) fn spawn(&mut self, race: Race, by_token: bool) {
        let slots = &self.board.spawn[race.index()];
        let Some(slot) = slots.iter().rposition(Option::is_some) else {
            rule!("SI-6.1.2.2");
            self.report(Event::BecameTech { race });
            return self.tech(race, by_token);
        };
        rule!("SI-6.1.2a");
        self.spawn_from(race, slot);
    }

    /// Takes the fleet of a slot; those left of it move one slot right.
    pub(crate) fn spawn_from(&mut self, race: Race, slot: usize) {
        let slots = &mut self.board.spawn[race.index()];
        let fleet = slots[slot].expect("a fleet in this slot");
        slots.copy_within(0..slot, 1);
        slots[0] = None;
        self.place_fleet(fleet, self.game.spawn_space(race));
    }

    /// A fleet comes into play: it fights if the space is occupied and it was not stopped before.
    pub(crate) fn place_fleet(&mut self, fleet: Fleet, at: Space) {
        rule!("SI-6.1.2.1");
        self.board.put_fleet(fleet, Some(at));
        self.report(Event::FleetSpawned { fleet, at });
        if !self.board.is_occupied(at) {
            return;
        }
        if self.board.stopped & fleet.bit() != 0 {
            rule!("SI-R-80");
            return;
        }
        rule!("SI-6.1.2b");
        self.stop_and_fight(fleet, at);
    }

    /// SI-6.1.3; a converted token keeps Fast Advance, other causes do not.
    pub(crate) fn tech(&mut self, race: Race, by_token: bool) {
        if self.game.is_full(self.board, race) {
            self.report(Event::BecameAdvance { race });
            rule!("SI-6.1.0c");
            rule!("SI-R-09");
            let spaces = if by_token {
                self.game.token_advance(self.board, race)
            } else {
                rule!("SI-R-77");
                1
            };
            return self.advance(race, spaces, false);
        }
        rule!("SI-6.1.3a");
        self.push(Frame::Tech { race, counter: None });
    }

    /// A counter was drawn from the pile.
    pub(crate) fn show_tech(&mut self, race: Race, counter: u8) {
        self.board.piles[race.index()] &= !(1 << counter);
        let tech = self.game.data.races[race.index()].techs[usize::from(counter)];
        self.report(Event::TechShown { race, tech });
        self.set(Frame::Tech { race, counter: Some(counter) });
    }

    pub(crate) fn run_tech(&mut self, race: Race, counter: Option<u8>) -> bool {
        let Some(counter) = counter else { return false };
        if self.board.has_spy(race) {
            return false;
        }
        self.pop();
        self.gain_tech(race, counter);
        true
    }

    /// SI-6.1.3b.
    pub(crate) fn gain_tech(&mut self, race: Race, counter: u8) {
        let tech = self.game.data.races[race.index()].techs[usize::from(counter)];
        rule!("SI-6.1.3b");
        self.report(Event::TechGained { race, tech });
        if tech == AlienTech::DoomFleet {
            rule!("SI-11.2.14a");
            return self.place_fleet(Fleet::DOOM, self.game.spawn_space(race));
        }
        self.board.tech[race.index()].push(counter);
        if self.board.has_spy(race) && self.game.is_full(self.board, race) {
            rule!("SI-R-14");
            self.undeploy(crate::action::Source::Spy(race));
            self.board.pool.add(crate::ids::Resource::Espionage);
            self.report(Event::SpyReturned { race });
        }
        self.check_tracks();
    }

    /// A technology goes back into its pile; the others and a spy close up (SI-7.3.1.4.1f).
    pub(crate) fn remove_tech(&mut self, race: Race, place: usize) {
        let counter = self.board.tech[race.index()].remove(place);
        self.board.piles[race.index()] |= 1 << counter;
        let tech = self.game.data.races[race.index()].techs[usize::from(counter)];
        self.report(Event::TechRemoved { race, tech });
    }

    /// SI-6.1.4.
    fn press(&mut self, race: Race) {
        if self.game.at_war(self.board, race) {
            rule!("SI-6.1.4.3a");
            self.report(Event::BecameAdvance { race });
            let spaces = self.game.token_advance(self.board, race);
            return self.advance(race, spaces, false);
        }
        let fleets = self.board.in_play(race);
        if fleets == 0 {
            rule!("SI-6.1.4.3b");
            self.report(Event::BecameSpawn { race });
            return self.spawn(race, true);
        }
        for fleet in Fleet::of_mask(fleets) {
            self.press_move(fleet);
        }
    }

    /// SI-6.1.5.
    fn border_friction(&mut self, race: Race) {
        rule!("SI-6.1.5");
        let territory = self.game.data.races[race.index()].territory;
        if self.board.settled().any(|(_, at, _)| territory & at.bit() != 0) {
            self.push(Frame::WarEffort { race, steps: 1, fight: false });
        } else {
            self.report(Event::NoEffect);
        }
    }

    /// SI-6.1.6: War Effort down 1; at Total War `run_war_effort` ignores it.
    fn greed(&mut self, race: Race) {
        rule!("SI-6.1.6");
        self.push(Frame::WarEffort { race, steps: 1, fight: false });
    }
}
