//! What the client gets: the types of the static, public and private view. Ids are those of the data files.

use serde::Serialize;

use crate::{
    skirmish::Source,
    state::{Ending, Fate},
};

macro_rules! views {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident : $ty:ty),* $(,)? })+) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[expect(missing_docs, reason = "the field names say it; others carry a comment")]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty),* }
    )+ };
}

views! {
    /// Everything printed.
    StaticView {
        players: u8,
        ready_made: bool,
        /// Places of the permanent resources: minerals, gas.
        permanent: [u8; 2],
        orders: Vec<OrderPrint>,
        /// Names of the nine steps of a battle.
        battle_steps: Vec<&'static str>,
        planets: Vec<PlanetPrint>,
        units: Vec<UnitPrint>,
        cards: Vec<CardPrint>,
        techs: Vec<TechPrint>,
        event_cards: Vec<EventPrint>,
        factions: Vec<FactionPrint>,
        races: Vec<RacePrint>,
    }
    OrderPrint { token: &'static str, name: &'static str, order: &'static str, gold: bool, about: &'static str }
    /// `turns`: the entrances (N, E, S, W) after 0 to 3 quarter turns.
    PlanetPrint { id: String, name: String, areas: Vec<AreaPrint>, turns: Vec<Vec<String>> }
    /// x and y: anchor in the disc, thousandths of its radius.
    AreaPrint { id: String, name: String, resource: &'static str, amount: u8, limit: u8, x: i16, y: i16 }
    UnitPrint {
        id: String,
        name: String,
        race: &'static str,
        minerals: u8,
        gas: u8,
        /// "1 mutalisk" for a unit that replaces others.
        replaces: Option<String>,
        flying: bool,
        hits_ground: bool,
        hits_air: bool,
        support: u8,
        assist: bool,
        tags: String,
    }
    /// `name`: the printed one, or the units it shows.
    CardPrint {
        id: String,
        name: String,
        race: &'static str,
        kind: &'static str,
        units: Vec<String>,
        /// Units with the Specialty Support icon.
        support_icon: Vec<String>,
        /// Attack and health, on combat cards.
        major: Option<(i8, i8)>,
        minor: Option<(i8, i8)>,
        text: String,
    }
    TechPrint {
        id: String,
        name: String,
        race: &'static str,
        minerals: u8,
        gas: u8,
        cards: Vec<String>,
        play_area: bool,
        /// What its cards are, in a line.
        about: String,
    }
    EventPrint { id: String, name: String, stage: u8, copies: u8, timing: &'static str, text: String }
    FactionPrint { id: String, name: String, race: &'static str, color: String, goal: String }
    RacePrint {
        race: &'static str,
        worker: String,
        transport: String,
        base: String,
        hand_limit: u8,
        module_slots: u8,
        abilities: Vec<String>,
        buildings: Vec<BuildingPrint>,
        modules: Vec<ModulePrint>,
    }
    BuildingPrint { id: String, name: String, levels: Vec<LevelPrint> }
    LevelPrint { unit: String, minerals: u8, gas: u8 }
    ModulePrint { id: &'static str, name: &'static str, minerals: u8, available: u8, about: &'static str }

    /// What every viewer sees.
    PublicView {
        round: u8,
        last_round: u8,
        phase: &'static str,
        /// 1 to 3.
        stage: u8,
        /// Event cards left of each stage.
        stage_cards: [u8; 3],
        cards_to_stage_3: u8,
        ends: u8,
        ends_needed: u8,
        first: u8,
        tiles: Vec<TileView>,
        /// Free spaces beside the galaxy while planets are placed.
        cells: Vec<CellView>,
        routes: Vec<RouteView>,
        areas: Vec<AreaView>,
        stacks: Vec<StackView>,
        seats: Vec<SeatView>,
        event_discards: Vec<String>,
        order: Option<OrderView>,
        payment: Option<PaymentView>,
        ending: Option<Ending>,
        winners: Vec<u8>,
    }
    TileView { planet: String, x: i8, y: i8, rotation: u8, gates: Vec<GateView> }
    /// `side`: N, E, S or W; `free`: no route begins here.
    GateView { id: String, side: String, name: String, free: bool }
    CellView { id: String, x: i8, y: i8 }
    /// `z`: number of the Z-axis route from 1, 0 for a normal one.
    RouteView { id: String, name: String, a: String, b: String, z: u8, transports: Vec<u8> }
    UnitsView { kind: String, count: u8 }
    AreaView {
        id: String,
        owner: Option<u8>,
        base: Option<u8>,
        /// Seat that controls it.
        control: Option<u8>,
        units: Vec<UnitsView>,
        count: u8,
        depletion: u8,
        card: Option<u8>,
        workers: u8,
        /// The area of the battle being fought.
        contested: bool,
        /// Barred to units from other planets by this seat's Air Support.
        orbital_defense: Option<u8>,
    }
    /// Bottom to top; types are in the private view.
    StackView { planet: String, owners: Vec<u8> }
    ResourceView { area: String, gas: bool, amount: u8, workers: u8, depleted: bool }
    SeatView {
        seat: u8,
        name: String,
        faction: Option<String>,
        race: Option<&'static str>,
        color: Option<String>,
        eliminated: bool,
        cp: u8,
        threshold: u8,
        /// Conquest points per round as the board stands.
        income: u8,
        goal: String,
        /// The goal in two or three words.
        goal_short: &'static str,
        goal_have: u8,
        goal_need: u8,
        orders_on_board: u8,
        tokens_in_supply: u8,
        gold_limit: u8,
        hand: u8,
        hand_limit: u8,
        deck: u8,
        discards: Vec<String>,
        pool: u8,
        unavailable: u8,
        on_minerals: u8,
        on_gas: u8,
        workers: u8,
        resource_cards: Vec<ResourceView>,
        levels: [u8; 3],
        modules: [u8; 3],
        modules_used: u8,
        build_limit: u8,
        technologies: Vec<String>,
        play_area: Vec<String>,
        kept: Vec<String>,
        /// Face-down event cards of each stage.
        event_cards: [u8; 3],
        areas: u8,
        bases: u8,
        transports: u8,
        known_cards: Vec<String>,
        jammed: bool,
        planets_to_place: Vec<String>,
    }
    OrderView {
        seat: u8,
        planet: String,
        order: String,
        gold: bool,
        step: String,
        built: u8,
        build_limit: u8,
        discount: u8,
        enemy: Option<String>,
        attackers: Vec<UnitsView>,
    }
    PaymentView { seat: u8, what: String, words: String, minerals: u8, gas: u8, discount: u8, stage: &'static str }

    /// What one viewer sees in addition.
    PrivateView {
        you: Option<u8>,
        hand_cards: Vec<String>,
        hand_discarding: Vec<String>,
        event_faces: Vec<String>,
        /// Own orders on the board by planet, bottom to top; others are null.
        own_orders: Vec<OwnStackView>,
        /// SC-UI-9: own orders in the order they come off if no other order covers them.
        comes_off: Vec<PlanView>,
        tokens: Vec<TokenView>,
        funds: Option<FundsView>,
        shop: Vec<ShopView>,
        battle: Option<BattleView>,
    }
    OwnStackView { planet: String, tokens: Vec<Option<&'static str>> }
    PlanView { planet: String, token: &'static str, covered_by: u8 }
    TokenView { token: &'static str, left: u8, usable: bool, why: Option<String> }
    /// What can be paid now, and with force mining.
    FundsView { workers: u8, minerals: u8, gas: u8, forced_minerals: u8, forced_gas: u8 }
    /// `why` names what is missing; `rule` is the row to read.
    ShopView {
        group: &'static str,
        id: String,
        name: String,
        minerals: u8,
        gas: u8,
        left: u8,
        owned: u8,
        affordable: bool,
        available: bool,
        why: Option<String>,
        rule: Option<&'static str>,
    }
    BattleView {
        area: String,
        title: String,
        subtitle: String,
        attacker: u8,
        defender: u8,
        gold: bool,
        /// 1 to 9, the steps of the battle.
        step: u8,
        lines: Vec<LineView>,
        units: [Vec<UnitsView>; 2],
        /// Units of each side still in the battle.
        totals: [u8; 2],
        unassigned: [Vec<UnitsView>; 2],
        limit: u8,
        attack_bonus: [i8; 2],
        health_bonus: [i8; 2],
        detector: [bool; 2],
        face_up: [bool; 2],
        set_aside: [Vec<String>; 2],
        splashes: Vec<SplashView>,
    }
    SplashView { seat: u8, text: String }
    LineView {
        current: bool,
        done: bool,
        sides: [SideView; 2],
        /// Exact or over all unseen cards of the hidden side.
        forecast: Option<ForecastView>,
    }
    SideView {
        seat: u8,
        front: String,
        fate: Fate,
        support: Vec<UnitsView>,
        card: Option<String>,
        /// The large values count.
        major: bool,
        hidden: bool,
        blind: bool,
        extra: Option<String>,
        extra_hidden: bool,
        extra_fits: bool,
        cancelled: bool,
        attack: Option<i8>,
        health: Option<i8>,
        attack_terms: Vec<TermView>,
        health_terms: Vec<TermView>,
        cloaked: bool,
        detector: bool,
        /// What happens or happened to the front unit, in words.
        verdict: Option<String>,
        /// The front unit is, or will surely be, lost; `false` if it surely stands.
        lost: Option<bool>,
    }
    TermView { source: Source, n: i8, text: String }
    /// Out of `cases` equally likely cards: in how many each side hits the other's unit, and in how many of a hundred.
    /// One case: certain.
    ForecastView { cases: u16, attacker_hits: u16, defender_hits: u16, attacker_percent: u8, defender_percent: u8 }
}
