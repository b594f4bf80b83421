//! The types of the picture for the web client.

use ts_rs::{Config, TS};

use crate::{
    BattlePicture, CardKind, CardPicture, Class, CountdownBox, CountdownPicture, Ending, ForecastPicture,
    GoalPicture, MovePicture, Outcome, Picture, PlacePicture, ReachPicture, SectorPicture, ShipPicture,
    ShotPicture, Side, SidePicture, Terrain,
};

/// The TypeScript text of [`Picture`] and all it is made of.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Generated from crates/games/star_borders. Do not edit: run `cargo test -p wire` with STARBOARD_BLESS=1.\n\n",
    );
    macro_rules! declare {
        ($($name:ident),+ $(,)?) => { $( text.push_str(&declaration::<$name>(&config)); )+ };
    }
    declare!(
        Side,
        Class,
        Terrain,
        CardKind,
        Ending,
        Outcome,
        Picture,
        SectorPicture,
        PlacePicture,
        ShipPicture,
        SidePicture,
        CardPicture,
        CountdownPicture,
        CountdownBox,
        MovePicture,
        ReachPicture,
        GoalPicture,
        BattlePicture,
        ShotPicture,
        ForecastPicture,
    );
    text
}

fn declaration<T: TS>(config: &Config) -> String {
    format!("export {}\n\n", T::decl(config))
}
