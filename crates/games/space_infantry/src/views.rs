//! What clients draw: the static view once, the public view after every step. All sums, odds and forecasts are fields
//! here, computed by the rules' own functions.
#![expect(missing_docs, reason = "plain data for the client; the names are the printed words")]

use serde::Serialize;

use crate::{
    ids::{
        AlienTech, Base, Class, Colour, Column, FedTech, Lane, Pair, Piece, Race, Relation, Resource,
        TokenKind,
    },
    state::Ending,
};

macro_rules! views {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty),* $(,)? })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
            #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
            pub struct $name { $($(#[$field_doc])* pub $field: $kind),* }
        )+
    };
}

views! {
    /// Printed components; they never change.
    StaticView {
        level: String,
        last_turn: u16,
        width: i32,
        height: i32,
        space_info: Vec<SpaceInfo>,
        links: Vec<[String; 2]>,
        race_info: Vec<RaceInfo>,
        fleets: Vec<FleetInfo>,
        tokens: Vec<TokenInfo>,
        resource_info: Vec<ResourceInfo>,
        bases: Vec<BaseInfo>,
        fed_techs: Vec<FedTechInfo>,
        alien_techs: Vec<AlienTechInfo>,
        chit_info: Vec<ChitInfo>,
        pair_info: Vec<PairInfo>,
        /// Names of the War Effort levels, Peace first.
        levels: Vec<String>,
    }

    SpaceInfo {
        id: String,
        name: String,
        /// `sol`, `numbered` or `named`.
        kind: String,
        race: Option<Race>,
        number: u8,
        x: i32,
        y: i32,
        /// Steps of War Effort that settling here costs.
        to_sol: u8,
        /// Fleets of its race spawn here.
        spawn: bool,
    }

    RaceInfo { code: Race, name: String, color: String, track: u8, tech_spaces: Vec<u8>, spawn: String }

    FleetInfo { id: String, race: Race, class: Class, name: String, cv: u8 }

    TokenInfo { id: String, kind: TokenKind, race: Option<Race>, title: String, rule: String }

    ResourceInfo { code: Resource, name: String }

    BaseInfo { code: Base, name: String, icon: String, icon_up: String, produces: bool, unlocks: String }

    FedTechInfo { code: FedTech, name: String, text: String, colour: Option<Colour>, copies: u8 }

    AlienTechInfo { code: AlienTech, name: String, text: String }

    ChitInfo { id: String, name: String, table: Vec<EntryInfo> }

    EntryInfo { die: u8, text: String, helps: bool }

    PairInfo { id: Pair, races: [Race; 2], name: String, overage: String }

    /// What every viewer sees now.
    PublicView {
        phase: PhaseView,
        status: StatusView,
        activation: ActivationView,
        /// The Queue, the next token first, with what each token will do.
        queue: Vec<ForecastView>,
        races: Vec<RaceView>,
        pairs: Vec<PairView>,
        /// Technologies that races lend each other or have stolen.
        shared: Vec<String>,
        spaces: Vec<SpaceView>,
        chits: Vec<ChitView>,
        resources: ResourcesView,
        research: ResearchView,
        unbuilt: UnbuiltView,
        /// What settling each free world would do.
        worlds: Vec<WorldView>,
        combat: Option<CombatView>,
        roll: Option<RollView>,
        /// Combats that wait, in order of races.
        waiting: Vec<WaitingView>,
        result: Option<ResultView>,
    }

    PhaseView {
        /// `set_up`, `token`, `resource_rolls`, `actions`, `keep` or `over`.
        kind: String,
        title: String,
        turn: u16,
        last_turn: u16,
        /// Tokens taken so far.
        tokens: u16,
    }

    StatusView {
        bases: u8,
        bases_to_win: u8,
        stability: u8,
        stability_max: u8,
        desire: u8,
        desire_max: u8,
        losses: u8,
        losses_max: u8,
        /// Dice of the next resource roll.
        production: u8,
        points: i32,
    }

    ActivationView {
        pool: u8,
        pool_federation: u8,
        /// Which tokens the pool holds, by title and number.
        pool_tokens: Vec<CountView>,
        now: Option<String>,
        now_title: Option<String>,
        holding: Vec<String>,
    }

    CountView { name: String, count: u8 }

    /// What a token of the Queue will do.
    ForecastView {
        token: String,
        title: String,
        /// 1 is the next one.
        place: u8,
        /// The chart does not let it act.
        ignored: bool,
        /// A combat, a fleet next to Sol or a loss of Stability.
        danger: bool,
        /// One sentence.
        text: String,
        lines: Vec<ForecastLine>,
        remedies: Vec<RemedyView>,
        /// Depends on the outcome of a combat of an earlier token.
        uncertain: bool,
        rule: String,
    }

    ForecastLine {
        text: String,
        note: String,
        fleet: Option<String>,
        from: Option<String>,
        to: Option<String>,
        /// The combat it leads to.
        dice: Option<u8>,
        /// Chance of at least one hit, percent.
        chance: Option<u8>,
    }

    RemedyView { title: String, note: String, chance: u8 }

    RaceView {
        code: Race,
        war_effort: i8,
        war_effort_name: String,
        effective: i8,
        effective_name: String,
        /// `Cold War, acts as Peace`.
        text: String,
        wars: u8,
        at_war: bool,
        embassy: bool,
        attache: bool,
        track: Vec<TrackSpaceView>,
        track_full: bool,
        /// Technologies still in the pile.
        pile: Vec<AlienTech>,
        /// Spawn Order Track, left to right.
        spawn: Vec<Option<String>>,
        fleets: Vec<FleetView>,
    }

    TrackSpaceView { number: u8, tech: Option<AlienTech>, copies: u8, spy: bool }

    FleetView {
        id: String,
        cv: u8,
        at: Option<String>,
        /// Advance moves to Sol.
        to_sol: Option<u8>,
        /// Hits that destroy it where it stands.
        dies_at: Option<u8>,
        stopped: bool,
    }

    PairView { id: Pair, relation: Relation, name: String }

    SpaceView {
        id: String,
        occupied: bool,
        pieces: Vec<PieceView>,
        fleets: Vec<String>,
    }

    PieceView {
        id: String,
        piece: Piece,
        base: Option<Base>,
        count: u8,
        name: String,
        icon: String,
        /// Swords drawn at its foot: 1 Guard, 2 Strike, 3 Command.
        swords: u8,
    }

    ChitView { id: String, left: bool }

    ResourcesView {
        /// Left, middle, right.
        open: [bool; 3],
        cells: Vec<CellView>,
        stored: Vec<Resource>,
        stored_max: u8,
        /// Row 0 and Stored: what can pay now.
        hand: Vec<Resource>,
        on_the_way: u8,
        pools: Vec<PoolView>,
        deployed: Vec<DeployedView>,
        sacrificed: Vec<Resource>,
        locked: Vec<Resource>,
        /// Where tokens are that are neither in a pool nor on the track.
        away: String,
    }

    CellView { column: Column, row: u8, arrives: String, tokens: Vec<Resource> }

    PoolView { resource: Resource, count: u8 }

    DeployedView { id: String, resource: Resource, race: Option<Race>, column: Option<Column>, text: String, fresh: bool }

    ResearchView {
        /// 0, 25, 50, 75 %.
        progress: Vec<Vec<FedTech>>,
        discovered: Vec<FedTech>,
        seen: Vec<FedTech>,
        unseen_blue: u8,
        unseen_white: u8,
        /// What unseen technologies can be.
        possible: Vec<FedTech>,
        white_pile: u8,
        conduct_dice: u8,
        engines_ready: bool,
    }

    UnbuiltView {
        flagships: u8,
        allies: u8,
        mines: u8,
        sol_defense: bool,
        bases: Vec<Base>,
        locked: Vec<Base>,
    }

    WorldView {
        at: String,
        race: Race,
        steps: u8,
        /// A Base stands here.
        settled: Option<Base>,
        /// Settling is possible now.
        ready: bool,
        bases_after: u8,
        /// Chances of the War Effort after settling.
        odds: Vec<LevelOdds>,
        text: String,
    }

    LevelOdds { level: i8, name: String, percent: u8 }

    CombatView {
        race: Race,
        at: String,
        title: String,
        subtitle: String,
        fleets: Vec<String>,
        /// The number of dice, term by term.
        terms: Vec<TermView>,
        dice: u8,
        /// The number of pips a term is drawn with.
        dice_scale: u8,
        /// Maneuvers spent.
        added: u8,
        faces: Vec<DieView>,
        hits: Option<u8>,
        hit_on: u8,
        /// What each number of hits would do.
        odds: Vec<HitsView>,
        /// What follows if the dice stand.
        if_accept: Vec<ChangeView>,
    }

    TermView { change: i8, total: i8, title: String, note: String, rule: String }

    DieView { face: u8, result: u8, hits: u8 }

    HitsView { hits: u8, percent: u8, text: String }

    ChangeView { name: String, change: String }

    /// Dice on the table.
    RollView {
        lane: Lane,
        title: String,
        faces: Vec<u8>,
        attempt: u8,
        modifier: i8,
        /// What each face means.
        meanings: Vec<String>,
        text: String,
    }

    WaitingView { race: Race, at: String, dice: u8, chance: u8 }

    ResultView { ending: Ending, won: bool, points: i32, text: String, rule: String }

    /// Nothing is private in a solitaire.
    PrivateView {}

    /// What a player wants to know about one thing on the board.
    Detail {
        title: String,
        lines: Vec<String>,
        /// A combat here, term by term.
        combats: Vec<CombatView>,
        /// Spaces a ship here reaches with one Move.
        reach: Vec<String>,
    }
}
