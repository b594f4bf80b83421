//! Words of prompts that need a computation: arrivals, prices, consequences. Read from the view.

use rules::{RuleId, Seat};

use crate::{
    StellarConquest,
    action::Action,
    ids::{Development, Item, Kind, Planet, Sequence, Star},
    journey::Arrival,
    state::{Fleet, Frame, OFF, Token},
    view::View,
    words::{counted, development_name, fleet_number, kind_nouns, seat_name, sequence_name},
};

impl StellarConquest {
    /// When the picked fleet would arrive at a star.
    pub(crate) fn arrival_at(&self, view: &View, star: Star) -> Option<Arrival> {
        let fleet = view.own_fleet(Token(view.focus.picked))?;
        let chosen = Fleet {
            bound: Some(star),
            avoid: 0,
            start: fleet.hex,
            started: fleet.used,
            detour: false,
            ..*fleet
        };
        Some(self.arrival(&view.known(), &chosen, star))
    }

    /// What a purchase costs now: the second scout of a pair is cheaper.
    pub(crate) fn price_here(&self, view: &View, seat: Seat, item: Item, count: u16) -> u32 {
        let before = self.bought_here(&view.known(), seat, item);
        self.cost(item, before + count) - self.cost(item, before)
    }

    /// Ships of one kind, transports with their planet of origin and people.
    pub(crate) fn part_words(
        &self,
        view: &View,
        seat: Seat,
        kind: Kind,
        origin: Planet,
        count: u16,
    ) -> String {
        if kind.is_transport() {
            return self.transports_words(view, seat, kind.people(), origin, count);
        }
        let (one, many) = kind_nouns(kind);
        counted(count, one, many)
    }

    /// How many ships of one kind from one planet some fleets have.
    pub(crate) fn part_of(&self, view: &View, fleets: &[Fleet], kind: Kind, origin: Planet) -> u16 {
        let of = |fleet: &Fleet| -> u16 {
            match kind.people() {
                Some(people) => {
                    let groups = view.known().groups(fleet.token).iter();
                    let from = groups.filter(|group| group.people == people && group.origin == origin);
                    from.map(|group| group.count).sum()
                }
                None => fleet.ships.of(kind),
            }
        };
        fleets.iter().map(of).sum()
    }

    /// A target in words: "escorts", "missile bases of Canis 4".
    pub(crate) fn target_words(&self, view: &View, seat: Seat, kind: Kind, many: bool) -> String {
        let nouns = kind_nouns(kind);
        let noun = if many { nouns.1 } else { nouns.0 };
        if let Some(nth) = kind.base_of() {
            let at = Star(view.battle.star).planets().nth(nth).map(|planet| self.planet_name(view, planet));
            return format!("{noun} of {}", at.unwrap_or_default());
        }
        let foe = if seat == view.open.active { view.battle.foe } else { Some(view.open.active) };
        match kind.people().filter(|&people| Some(people) != foe) {
            Some(people) => format!("{noun} with people of {}", seat_name(people)),
            None => noun.to_owned(),
        }
    }

    /// Ships that are lost if movement ends now.
    pub(crate) fn ships_out_of_range(&self, view: &View, seat: Seat) -> u16 {
        let known = view.known();
        let Some(range) = self.range(&known, seat) else { return 0 };
        let strays = view
            .fleets
            .iter()
            .filter(|fleet| fleet.owner == seat && fleet.hex != OFF && !self.within(range, fleet.hex));
        strays.map(|fleet| fleet.ships.total() - fleet.ships.of(Kind::SCT)).sum()
    }

    /// What a careful player usually chooses.
    pub(crate) fn usual_action(&self, view: &View, seat: Seat) -> Option<Action> {
        let known = view.known();
        match view.open.frame {
            Frame::Bonus | Frame::Production => (self.unspent(&known, seat) == 0).then_some(Action::Commit),
            Frame::Talk => Some(Action::EndTalk),
            Frame::Move => {
                let Some(fleet) = view.own_fleet(Token(view.focus.picked)) else {
                    let own = || view.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done);
                    if own().any(|fleet| fleet.bound.is_some() && fleet.hex != OFF && fleet.used == 0) {
                        return Some(Action::ProceedAll);
                    }
                    let ends = own().all(|fleet| fleet.hex != OFF && !fleet.withdrawn);
                    let lost = self.ships_out_of_range(view, seat);
                    return (ends && lost == 0).then_some(Action::EndMove);
                };
                let left = !fleet.stopped && fleet.used < Self::allowance(view.sheet(seat)?);
                if fleet.bound.is_some() && left {
                    return Some(Action::Proceed);
                }
                (fleet.used > 0).then_some(Action::Done)
            }
            Frame::Aim => self.default_aim(&known, seat),
            Frame::Declare => Some(Action::Fire),
            Frame::ScrapIndustry(_) => Some(Action::Finish),
            Frame::Planets => {
                let mut actions = Vec::new();
                self.legal_for(&known, seat, &mut actions);
                let attacks = actions.iter().any(|action| matches!(action, Action::Attack(_)));
                (!attacks).then_some(Action::EndAttack)
            }
            Frame::Settle => {
                let mut actions = Vec::new();
                self.legal_for(&known, seat, &mut actions);
                let lands = actions.iter().any(|action| matches!(action, Action::Unload(..)));
                (!lands).then_some(Action::EndTurn)
            }
            _ => None,
        }
    }

    /// Why a rule forbids an action in this situation.
    pub(crate) fn reason(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        let known = view.known();
        let name = rule.name();
        let words = match (action, name) {
            (Action::Buy(item, _), _) if name.contains("-9.") => {
                format!("needs the development {}", development_name(item.needs()?))
            }
            (Action::Buy(item, count), "SQ-8.2.2b") => {
                let cost = self.price_here(view, seat, item, count);
                format!("costs {cost}, and {} are left here", self.left(&known, seat))
            }
            (Action::Buy(Item::Iu, _), "SQ-8.6a") => {
                let units = Self::iu_per_million(&known, seat);
                format!("your people can operate {} per million", counted(units, "unit", "units"))
            }
            (Action::Buy(..), "SQ-8.6d") => "this colony already has a force screen".to_owned(),
            (Action::Buy(..), "SQ-7.2.3") => "a conquered colony builds no defences".to_owned(),
            (Action::Buy(..), "SQ-3.2a") => "the bonus buys scouts, escorts and research only".to_owned(),
            (Action::Buy(..) | Action::Send(_), "SQ-7.3.1") => {
                "enemy warships besiege this colony".to_owned()
            }
            (Action::Send(_), "SQ-8.4.6") => "no output is left for transports".to_owned(),
            (Action::Send(_), "SQ-8.3a") => "people are leaving already; cancel that first".to_owned(),
            (Action::Send(_), "SQ-8.6a") => "the units bought here need the people who are left".to_owned(),
            (Action::Acquire(development), "SQ-9.3c") => {
                let sheet = view.sheet(seat)?;
                let sequence = self.components.tech[development.index()].sequence;
                let missing = self.price_of(sheet, development) - sheet.research[sequence.index()];
                format!("needs {}", counted(missing, "more research point", "more research points"))
            }
            (Action::Acquire(development), "SQ-9.2a") => {
                let tech = &self.components.tech[development.index()];
                let sequence = sequence_name(tech.sequence);
                format!("needs a level {} development of {sequence} first", tech.level - 1)
            }
            (Action::Acquire(_), "SQ-9.4h") => "you already move as far".to_owned(),
            (Action::Acquire(_), "SQ-9.3e") => "you have it already".to_owned(),
            (Action::Step(to), "SQ-5.1d") => format!("{} is out of range", self.place_name(to)),
            (Action::Step(to), "SQ-5.4.2a") => {
                format!("{to} is a cloud: it can be entered only by the first hex of a move")
            }
            (Action::Step(_), "SQ-5.4.2b") => "the fleet is in a cloud and stops for this year".to_owned(),
            (Action::Step(_), "SQ-5.4.3b") => "an enemy warship stops the fleet here".to_owned(),
            (Action::Step(_) | Action::SetDestination(_), "SQ-5.4.1") => {
                let allowance = Self::allowance(view.sheet(seat)?);
                format!("the fleet has used its {}", counted(allowance, "hex", "hexes"))
            }
            (Action::Step(to), "SQ-5.4.10a") => {
                let bound = view.own_fleet(Token(view.focus.picked))?.bound?;
                format!("{to} is not on a direct way to {}", self.star_name(bound))
            }
            (Action::Step(_) | Action::Proceed, "SQ-5.1i") => "choose a destination first".to_owned(),
            (Action::SetDestination(_), "SQ-5.1h") => "destinations are chosen at stars".to_owned(),
            (Action::Merge(token), "SQ-5.2.3b") => {
                format!("fleet {} has another destination", fleet_number(token))
            }
            (Action::Done | Action::EndMove, "SQ-3.3a") => "all ships must enter this year".to_owned(),
            (Action::Done | Action::EndMove, "SQ-6.1.4e") => {
                "ships that withdrew must move on this year".to_owned()
            }
            (Action::Unload(..), "SQ-8.4.8b") => "the planet is full".to_owned(),
            (Action::Unload(..), "SQ-8.4.5b") => {
                format!("needs the development {}", development_name(Development::Cet))
            }
            (Action::Unload(..), "SQ-4.5b") => "people of another player live there".to_owned(),
            (Action::Unload(..), "SQ-8.4.8c") => "these people come from there".to_owned(),
            (Action::Unload(..), "SQ-7.2.9b") => "the planet is uninhabitable".to_owned(),
            (Action::Destroy(..), "SQ-4.0a") => "landing has begun".to_owned(),
            (Action::Attack(at), "SQ-7.0d") => {
                format!("a force screen protects {}", self.planet_name(view, at))
            }
            (Action::Research(sequence, _), _) => {
                let _: Sequence = sequence;
                format!("{} are left here", counted(self.left(&known, seat), "output unit", "output units"))
            }
            _ => return None,
        };
        Some(words)
    }
}
