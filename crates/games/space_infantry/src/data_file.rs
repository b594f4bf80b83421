//! How the data files become [`Data`].

use std::collections::BTreeMap;

use rules::{DataError, rule};
use serde::de::DeserializeOwned;

use crate::data_rows::{AssetRow, ChitRow, ContestRow, File, MapFile, RollRow};
use crate::{
    data::{BaseData, ChitData, Data, Entry, Icon, Overage, RaceData, SpaceData, TokenData},
    ids::{AlienTech, Base, Class, Column, FedTech, Fleet, Level, Pair, Race, Resource, Space, TokenKind},
};

struct Reader<'a> {
    file: &'a str,
}

impl Reader<'_> {
    fn json<T: DeserializeOwned>(&self, text: &str) -> Result<T, DataError> {
        serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            DataError::new(self.file, place, error.to_string())
        })
    }

    fn expect(&self, holds: bool, field: &str, wanted: &str) -> Result<(), DataError> {
        if holds { Ok(()) } else { Err(DataError::new(self.file, field, format!("expected {wanted}"))) }
    }

    fn list<T, const N: usize>(&self, items: Vec<T>, field: &str) -> Result<[T; N], DataError> {
        let found = items.len();
        items
            .try_into()
            .map_err(|_| DataError::new(self.file, field, format!("expected {N} entries, found {found}")))
    }

    /// The six entries of a die table, keyed `1` to `6`.
    fn die<T: Clone>(&self, table: &BTreeMap<String, T>, field: &str) -> Result<[T; 6], DataError> {
        let faces = (1..=6).map(|face| table.get(&face.to_string()).cloned()).collect::<Option<Vec<T>>>();
        self.expect(table.len() == 6 && faces.is_some(), field, "an entry for each of 1 to 6")?;
        self.list(faces.unwrap_or_default(), field)
    }
}

/// Reads and checks both files.
pub(crate) fn read(data: &str, map: &str) -> Result<Data, DataError> {
    let reader = Reader { file: "data.json" };
    let file: File = reader.json(data)?;
    let (spaces, canvas) = read_map(map)?;
    let (races, fleet_names, cv) = read_races(&reader, &file, &spaces)?;
    read_fixed(&reader, &file)?;
    let tokens = read_tokens(&reader, &file)?;
    let pools = Level::ALL.map(|level| {
        let used = tokens.iter().enumerate().filter(|(_, token)| token.levels[level.index()]);
        used.fold(0, |pool, (at, _)| pool | 1 << at)
    });
    let expected = [43, 52, 57];
    reader.expect(
        pools.map(u64::count_ones) == expected,
        "activation_tokens",
        "43 easy, 52 medium and 57 hard tokens",
    )?;
    let kinds = &TokenKind::ALL[..6];
    let mut valid_from = [0; 6];
    for (slot, kind) in valid_from.iter_mut().zip(kinds) {
        rule!("SI-R-08");
        let level = file.token_valid_from_level.get(kind.code()).copied();
        reader.expect(
            level.is_some_and(|level| (0..5).contains(&level)),
            &format!("token_valid_from_level.{}", kind.code()),
            "a level from 0 to 4",
        )?;
        *slot = level.unwrap_or_default();
    }
    reader.expect(file.token_valid_from_level.len() == 6, "token_valid_from_level", "six kinds of token")?;
    let (overage, calming) = read_pairs(&reader, &file)?;
    let bases = read_bases(&reader, &file)?;
    let pool = read_resources(&reader, &file)?;
    let mut research = [[0; 6]; 4];
    for (row, column) in research.iter_mut().zip(["0", "25", "50", "75"]) {
        let field = format!("research_chart.{column}");
        let steps = file.research_chart.get(column);
        reader.expect(
            steps.is_some_and(|row| row.iter().all(|step| (-1..=2).contains(step))),
            &field,
            "six steps from -1 to 2",
        )?;
        *row = steps.copied().unwrap_or_default();
    }
    let chits = file.events.iter().map(|row| read_chit(&reader, row)).collect::<Result<Vec<_>, _>>()?;
    let faction_die = read_die(&reader, &file.faction_die, "faction_die", Race::from_code)?;
    let relation_die = read_die(&reader, &file.relationship_die, "relationship_die", |id| {
        Pair::ALL.into_iter().find(|pair| id == format!("R{}", pair.index() + 1))
    })?;
    let combat = &file.combat;
    rule!("SI-R-03");
    rule!("SI-2.17");
    reader.expect(
        1 <= combat.min_dice && combat.min_dice <= combat.max_dice && combat.max_dice <= 5,
        "combat.max_dice",
        "1 to 5 dice",
    )?;
    reader.expect((2..=6).contains(&combat.hit_on), "combat.hit_on", "2 to 6")?;
    let assets = &file.assets;
    let two = |row: &AssetRow| [row.icon, row.upgraded.unwrap_or(row.icon)];
    let [mine, mine_up] = two(&assets.mine_field);
    let [defense, defense_up] = two(&assets.sol_defense);
    let status = &file.federation_status;
    Ok(Data {
        races,
        fleet_names,
        cv,
        spaces,
        canvas,
        pools,
        valid_from,
        overage,
        calming,
        pool,
        bases,
        icons: [assets.flagship.icon, assets.ally_ship.icon, mine, mine_up, defense, defense_up],
        research,
        chits: reader.list(chits, "events")?,
        faction_die,
        relation_die,
        conflict_die: reader.die(&file.galactic_conflict, "galactic_conflict")?,
        combat_dice: [combat.base_dice, combat.min_dice, combat.max_dice],
        hit_on: [combat.hit_on, combat.double_hit_on_with_targeting],
        contest: read_contest(&reader, &file.contested)?,
        last_turn: [file.limits.last_turn, file.limits.last_turn_challenge],
        points: file.points,
        status_max: [status.stability.max, status.expansion_desire.max, status.military_losses.max],
        tokens,
    })
}

fn read_map(text: &str) -> Result<([SpaceData; 30], (i32, i32)), DataError> {
    let reader = Reader { file: "map.json" };
    let file: MapFile = reader.json(text)?;
    reader.expect(file.spaces.len() == Space::COUNT, "spaces", "30 spaces")?;
    reader.expect(file.links.len() == 35, "links", "35 links")?;
    let find = |field: &str, id: &str| {
        let at = file.spaces.iter().position(|row| row.id == id);
        at.map(|at| Space::new(at as u8)).ok_or_else(|| {
            DataError::new(reader.file, field, format!("expected the id of a space, found {id:?}"))
        })
    };
    let mut links = [0u32; 30];
    for (row, [a, b]) in file.links.iter().enumerate() {
        let field = format!("links[{row}]");
        let (a, b) = (find(&field, a)?, find(&field, b)?);
        rule!("SI-2.4");
        links[a.index()] |= b.bit();
        links[b.index()] |= a.bit();
    }
    let mut spaces = Vec::new();
    for (at, row) in file.spaces.iter().enumerate() {
        let space = Space::new(at as u8);
        let field = |name: &str| format!("spaces[{at}].{name}");
        let kind = if space == Space::SOL {
            "sol"
        } else if space.is_settleable() {
            "named"
        } else {
            "numbered"
        };
        rule!("SI-2.2");
        reader.expect(row.kind == kind, &field("type"), &format!("{kind:?}"))?;
        reader.expect(row.race.is_some() != (kind == "sol"), &field("race"), "a race, except for Sol")?;
        let link = |name: &Option<String>, label: &str| match name {
            Some(id) if space.is_settleable() => {
                let to = find(&field(label), id)?;
                reader.expect(
                    links[at] & to.bit() != 0 && to.is_numbered(),
                    &field(label),
                    "a numbered space it is linked to",
                )?;
                Ok(to)
            }
            None if !space.is_settleable() => Ok(Space::SOL),
            _ => Err(DataError::new(reader.file, field(label), "expected a link of a named space")),
        };
        let (near, far) = (link(&row.near_link, "near_link")?, link(&row.far_link, "far_link")?);
        let numbered = space.is_numbered();
        reader.expect(
            !numbered || row.number.is_some_and(|n| n > 0),
            &field("number"),
            "a number above 0 for a numbered space",
        )?;
        reader.expect(
            row.spaces_to_sol.is_some_and(|n| (1..=4).contains(&n)) == space.is_settleable(),
            &field("spaces_to_sol"),
            "1 to 4 for a named space, nothing for the others",
        )?;
        reader.expect(!row.spawn || numbered, &field("spawn"), "true for numbered spaces only")?;
        reader.expect(
            (row.production, row.icon) == if kind == "sol" { (1, Some(Icon::Guard)) } else { (0, None) },
            &field("production"),
            "production 1 and a guard icon for Sol alone",
        )?;
        spaces.push(SpaceData {
            id: row.id.clone(),
            name: row.name.clone(),
            race: row.race,
            number: if numbered { row.number.unwrap_or(0) } else { 0 },
            x: row.x,
            y: row.y,
            to_sol: row.spaces_to_sol.unwrap_or(0),
            near,
            far,
            links: links[at],
            named: [None; 2],
        });
    }
    for at in 0..Space::FIRST_NAMED as usize {
        let mut named: Vec<Space> =
            Space::settleable().filter(|named| links[at] & named.bit() != 0).collect();
        named.sort_by_key(|named| spaces[named.index()].to_sol);
        reader.expect(named.len() <= 2, &format!("spaces[{at}]"), "at most two adjacent named spaces")?;
        spaces[at].named = [named.first().copied(), named.get(1).copied()];
    }
    check_distances(&reader, &spaces)?;
    Ok((reader.list(spaces, "spaces")?, (file.board.width, file.board.height)))
}

/// the printed distance is the number of spaces strictly between on the shortest route.
fn check_distances(reader: &Reader<'_>, spaces: &[SpaceData]) -> Result<(), DataError> {
    let mut map = atlas::LinkMap::new(spaces.len());
    for (a, space) in spaces.iter().enumerate() {
        (0..a).filter(|b| space.links & 1 << b != 0).for_each(|b| map.link(a as u8, b as u8));
    }
    for named in Space::settleable() {
        let between = map.distance(u8::from(named), 0).map(|links| u32::from(links) - 1);
        rule!("SI-R-41");
        reader.expect(
            between == Some(u32::from(spaces[named.index()].to_sol)),
            &format!("spaces[{}].spaces_to_sol", named.index()),
            "the number of spaces between it and Sol",
        )?;
    }
    Ok(())
}

type Races = ([RaceData; 5], [String; 16], [u8; 16]);

fn read_races(reader: &Reader<'_>, file: &File, spaces: &[SpaceData; 30]) -> Result<Races, DataError> {
    let mut names: [String; 16] = Default::default();
    let mut cv = [0; 16];
    let mut races = Vec::new();
    reader.expect(file.faction_order == Race::ALL, "faction_order", "FE, CT, ME, MU, CY")?;
    rule!("SI-2.1");
    rule!("SI-R-01");
    for (at, row) in file.races.iter().enumerate() {
        let field = |name: &str| format!("races[{at}].{name}");
        let race = row.code;
        reader.expect(Race::ALL.get(at) == Some(&race), &field("code"), "the races in faction order")?;
        let classes: &[Class] = if race == Race::Ct { &Class::ALL } else { &Class::ALL[..3] };
        let found: Vec<Class> = row.fleets.iter().map(|fleet| fleet.cls).collect();
        reader.expect(found == classes, &field("fleets"), "scout, raider, armada, and doom for CT")?;
        for fleet in &row.fleets {
            let id = Fleet::of(race, fleet.cls);
            reader.expect((1..=5).contains(&fleet.cv), &field("fleets"), "Combat Values from 1 to 5")?;
            (names[id.index()], cv[id.index()]) = (fleet.name.clone(), fleet.cv);
        }
        let slots = [Class::Armada, Class::Raider, Class::Scout];
        reader.expect(
            row.spawn_slots_left_to_right == slots,
            &field("spawn_slots_left_to_right"),
            "armada, raider, scout",
        )?;
        let spaces_down = (1..=6).rev().take(row.tech_spaces.len());
        reader.expect(
            row.tech_spaces.iter().copied().eq(spaces_down) && (1..=5).contains(&row.tech_spaces.len()),
            &field("tech_spaces"),
            "one to five spaces down from 6",
        )?;
        let of_race = |space: &&Space| spaces[space.index()].race == Some(race) && space.is_numbered();
        let own: Vec<Space> = Space::all().filter(|space| of_race(&space)).collect();
        let numbers = own.iter().map(|space| spaces[space.index()].number);
        reader.expect(
            numbers.eq(1..=row.track_length) && own.windows(2).all(|two| two[0].shifted(1) == two[1]),
            &field("track_length"),
            "as many numbered spaces in a row on the map",
        )?;
        let techs: [AlienTech; 6] = reader.list(row.techs.clone(), &field("techs"))?;
        rule!("SI-6.1.3d");
        let counters = techs.iter().filter(|&&tech| tech != AlienTech::DoomFleet).count();
        reader.expect(
            counters >= row.tech_spaces.len(),
            &field("techs"),
            "at least as many technologies besides the Doom Fleet as the track has spaces",
        )?;
        let level = file.war_effort_levels.iter().position(|level| *level == row.start_war_effort);
        let level = level.ok_or_else(|| {
            let message = format!("expected one of the five levels, found {:?}", row.start_war_effort);
            DataError::new(reader.file, field("start_war_effort"), message)
        })?;
        rule!("SI-2.3");
        let territory = Space::all().filter(|space| spaces[space.index()].race == Some(race));
        races.push(RaceData {
            name: row.name.clone(),
            color: row.color.clone(),
            track: row.track_length,
            first: own[0],
            tech_spaces: row.tech_spaces.len() as u8,
            war_effort: level as i8,
            techs,
            territory: territory.fold(0, |set, space| set | space.bit()),
        });
    }
    Ok((reader.list(races, "races")?, names, cv))
}

/// Entries of the file that the rules state as well: a different figure is an error, not a variant.
fn read_fixed(reader: &Reader<'_>, file: &File) -> Result<(), DataError> {
    let names = ["Peace", "Cold War", "Mobilizing", "War", "Total War"];
    reader.expect(file.war_effort_levels == names, "war_effort_levels", "Peace to Total War")?;
    reader.expect(file.total_war_extra_advance, "total_war_extra_advance", "true (SI-6.1.0d)")?;
    reader.expect(
        file.combat.after_all_moves_of_token,
        "combat.after_all_moves_of_token",
        "true (SI-6.1.0e)",
    )?;
    reader.expect(file.queue_size == 5, "queue_size", "5")?;
    reader.expect(file.stored_max == 5, "stored_max", "5")?;
    let track = &file.resource_track;
    reader.expect(
        track.columns == Column::ALL
            && track.open_at_start == [Column::Left]
            && track.rows == [6, 5, 4, 3, 2, 1, 0],
        "resource_track",
        "three columns, the left one open, rows 6 to 0",
    )?;
    let status = &file.federation_status;
    rule!("SI-R-39");
    reader.expect(
        status.stability.start == status.stability.max
            && status.stability.lose_at == 0
            && status.expansion_desire.start == 0
            && status.military_losses.start == 0,
        "federation_status",
        "Stability at its maximum, Desire and Losses at 0",
    )?;
    let rolls = [("federation_1", 1, 0), ("federation_2", 2, 0), ("federation_1m", 1, -1)];
    rule!("SI-R-42");
    reader.expect(
        file.federation_tokens.len() == 3
            && rolls.iter().all(|&(kind, rolls, modifier)| {
                file.federation_tokens.get(kind) == Some(&RollRow { rolls, modifier })
            }),
        "federation_tokens",
        "1 roll, 2 rolls, 1 roll at -1",
    )?;
    let techs = &file.federation_techs;
    reader.expect(
        techs.blue == FedTech::BLUE
            && techs.warp_research == FedTech::WarpGates
            && techs.white
                == [FedTech::WarpBubble, FedTech::Distortion, FedTech::PatrolRoutes, FedTech::PatrolRoutes],
        "federation_techs",
        "the five blue, Warp Gates and the four white technologies",
    )?;
    let assets = &file.assets;
    let counts =
        [&assets.flagship, &assets.ally_ship, &assets.mine_field, &assets.sol_defense].map(|row| row.count);
    reader.expect(
        counts == [5, 2, 3, 1]
            && (assets.flagship.on_sol, assets.flagship.locked) == (1, 4)
            && (assets.sol.production, assets.sol.icon) == (1, Icon::Guard),
        "assets",
        "5 Flagships (1 on Sol, 4 locked), 2 Ally Ships, 3 Mine Fields, 1 Sol Defense",
    )
}

fn read_tokens(reader: &Reader<'_>, file: &File) -> Result<Vec<TokenData>, DataError> {
    reader.expect(file.activation_tokens.len() == 58, "activation_tokens", "58 tokens")?;
    let mut tokens: Vec<TokenData> = Vec::new();
    for (at, row) in file.activation_tokens.iter().enumerate() {
        let field = format!("activation_tokens[{at}]");
        let race = if row.race.is_empty() { None } else { Race::from_code(&row.race) };
        let alien = row.kind <= TokenKind::Greed;
        let fits = match (row.kind, race) {
            (TokenKind::Press | TokenKind::BorderFriction, Some(race)) => race != Race::Me,
            (TokenKind::Greed, race) => race == Some(Race::Me),
            (_, race) => race.is_some() == alien && (alien || row.race.is_empty()),
        };
        reader.expect(fits, &format!("{field}.race"), "a race that has such a token, or none")?;
        let flags = [row.easy, row.medium, row.hard];
        reader.expect(flags.iter().all(|&flag| flag < 2), &field, "0 or 1 for each level")?;
        let known = tokens.iter().any(|token| token.id == row.id);
        reader.expect(!known, &format!("{field}.id"), "an id that occurs once")?;
        tokens.push(TokenData {
            id: row.id.clone(),
            kind: row.kind,
            race,
            levels: flags.map(|flag| flag == 1),
        });
    }
    Ok(tokens)
}

fn read_pairs(reader: &Reader<'_>, file: &File) -> Result<([Overage; 4], Pair), DataError> {
    let mut overage = Vec::new();
    let mut calming = None;
    for (row, pair) in file.relationships.iter().zip(Pair::ALL) {
        rule!("SI-R-40");
        let id = format!("R{}", pair.index() + 1);
        let as_printed = row.id == id && row.pair == pair.races() && row.start == "Neutral";
        reader.expect(as_printed, "relationships", "R1 FE-CT, R2 CT-MU, R3 MU-CY, R4 CY-FE, all Neutral")?;
        overage.push(row.overage);
        calming = calming.or(row.calms_mercenaries.then_some(pair));
    }
    let calming = calming.ok_or_else(|| {
        DataError::new(reader.file, "relationships", "expected a pair that calms the Mercenaries")
    })?;
    Ok((reader.list(overage, "relationships")?, calming))
}

fn read_bases(reader: &Reader<'_>, file: &File) -> Result<[BaseData; 6], DataError> {
    let mut bases = Vec::new();
    for (at, row) in file.bases.iter().enumerate() {
        let field = format!("bases[{at}]");
        reader.expect(Base::ALL.get(at) == Some(&row.code), &field, "the bases in the order of C-3.4")?;
        let mut base = BaseData {
            icons: [row.icon, row.upgraded],
            produces: row.production > 0,
            flagships: 0,
            resources: Vec::new(),
            blue: 0,
            warp_gates: false,
        };
        for (what, &count) in &row.unlocks {
            match what.as_str() {
                "flagship" => base.flagships = count,
                "blue_tech" => base.blue = count,
                "warp_gates_to_0_percent" => base.warp_gates = true,
                code => {
                    let resource = Resource::from_code(code);
                    reader.expect(
                        resource.is_some(),
                        &format!("{field}.unlocks"),
                        "pieces and resource codes",
                    )?;
                    base.resources.extend(resource.map(|resource| (resource, count)));
                }
            }
        }
        bases.push(base);
    }
    let locked: (u8, u8) =
        bases.iter().fold((0, 0), |(ships, blue), base| (ships + base.flagships, blue + base.blue));
    reader.expect(locked == (4, 4), "bases", "four locked Flagships and four blue technologies")?;
    reader.list(bases, "bases")
}

fn read_resources(reader: &Reader<'_>, file: &File) -> Result<[u8; 7], DataError> {
    let mut pool = [0; 7];
    let mut total = 0;
    rule!("SI-R-38");
    for (at, row) in file.resources.iter().enumerate() {
        let field = format!("resources[{at}]");
        reader.expect(Resource::ALL.get(at) == Some(&row.code), &field, "the seven types in order")?;
        let with_base = Base::from_code(&row.locked_with).is_some() || row.locked_with == "warp_gates";
        reader.expect(with_base, &format!("{field}.locked_with"), "a base or warp_gates")?;
        let released: u8 = match Base::from_code(&row.locked_with) {
            Some(base) => file
                .bases
                .get(base.index())
                .and_then(|b| b.unlocks.get(row.code.code()))
                .copied()
                .unwrap_or(0),
            None => 2,
        };
        reader.expect(released == row.locked, &format!("{field}.locked"), "what its base unlocks")?;
        reader.expect(row.locked + row.pool <= 5, &field, "at most five tokens of a type")?;
        pool[at] = row.pool;
        total += row.pool + row.locked;
    }
    reader.expect(file.resources.len() == 7 && total == 30, "resources", "30 tokens of seven types")?;
    Ok(pool)
}

fn read_die<T>(
    reader: &Reader<'_>,
    table: &BTreeMap<String, String>,
    field: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<[Option<T>; 6], DataError> {
    let mut faces = Vec::new();
    for word in reader.die(table, field)? {
        let value = parse(&word);
        reader.expect(value.is_some() || word == "player", field, "codes, or \"player\"")?;
        faces.push(value);
    }
    reader.list(faces, field)
}

fn read_contest(reader: &Reader<'_>, row: &ContestRow) -> Result<[u8; 2], DataError> {
    let all: Vec<u8> = [&row.lost_happens, &row.lost_prevented, &row.stays_prevented]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    reader.expect(all == [1, 2, 3, 4, 5, 6], "contested", "the faces 1 to 6 in three ascending bands")?;
    rule!("SI-R-04");
    Ok([row.lost_happens.len() as u8, (row.lost_happens.len() + row.lost_prevented.len()) as u8])
}

fn read_chit(reader: &Reader<'_>, row: &ChitRow) -> Result<ChitData, DataError> {
    let field = format!("events.{}", row.chit);
    let mut table = Vec::new();
    for entry in &row.table {
        let known = read_entry(entry);
        reader.expect(known.is_some(), &field, &format!("an event, found {entry:?}"))?;
        table.extend(known);
    }
    Ok(ChitData { id: row.chit.clone(), name: row.name.clone(), table: reader.list(table, &field)? })
}

fn read_entry(text: &str) -> Option<Entry> {
    let mut words = text.split(':');
    let (kind, first, second) = (words.next()?, words.next(), words.next());
    let race = |code: Option<&str>| match code? {
        "FACTION" => Some(None),
        code => Race::from_code(code).map(Some),
    };
    let entry = match kind {
        "expansion_desire" => Entry::ExpansionDesire,
        "military_loss" => Entry::MilitaryLoss,
        "spend" => Entry::Spend(Resource::from_code(first?)?),
        "free_propaganda" => Entry::FreePropaganda,
        "free_build" => Entry::FreeBuild,
        "resources_up" => Entry::ResourcesUp,
        "advance_resource_track" => Entry::AdvanceTrack,
        "advance_research" => Entry::AdvanceResearch,
        "alliance" => Entry::Alliance,
        "failed_alliance" => Entry::FailedAlliance,
        "gain_tech" => Entry::GainTech(race(first)?),
        "war_effort" => Entry::WarEffort(race(first)?),
        "spawn_advance" => {
            let class =
                Class::from_code(second?).filter(|class| matches!(class, Class::Scout | Class::Raider));
            Entry::SpawnAdvance(race(first)?, class?)
        }
        _ => return None,
    };
    let arguments = usize::from(first.is_some()) + usize::from(second.is_some());
    let wanted = match entry {
        Entry::SpawnAdvance(..) => 2,
        Entry::Spend(_) | Entry::GainTech(_) | Entry::WarEffort(_) => 1,
        _ => 0,
    };
    (arguments == wanted && words.next().is_none()).then_some(entry)
}
