//! Effects of cards, events, races and modules: the typed codes of the data files.

use rules::rule;
use serde::Deserialize;

use crate::ids::{Kind, KindMask, Race, Token};

/// Which card of a skirmish an effect names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum CardKind {
    Combat,
    Reinforcement,
    PlayArea,
}

/// What an event lets a player buy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum Ware {
    Module,
    Building,
    Technology,
}

/// Where an event puts units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum Site {
    OwnBaseArea,
    OwnPlanet,
    Friendly,
}

/// A condition of an effect; all conditions of an effect must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum Need {
    Attacker,
    Defender,
    OwnBaseHere,
    OwnSupport(u8),
    OwnFlu(KindMask),
    NoEnemyDetector,
    UnitInBattle(KindMask),
    AttackSufficient,
    OwnCpAreas(u8),
}

/// What an effect does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the codes are explained in the components list, chapter 6.1")]
pub enum Code {
    Cancel(CardKind),
    EnemyAtk0,
    Atk(i8),
    Hp(i8),
    EnemyHp(i8),
    EnemySupport0,
    Detect,
    Cloak,
    Stasis,
    HpSufficient(i8),
    Defeat,
    Splash(KindMask),
    Sacrifice,
    Broodling(KindMask),
    Nuke(u8),
    SobAtk(i8),
    SobHp(i8),
    SobDraw(u8),
    SobDestroy(KindMask),
    SobPeek,
    SobDetect,
    SobConsume(u8),
    SobRetreat,
    SobFaceUp,
    Enable(Kind),
    Recall,
    AddWorkers(u8),
    AddTransport(u8),
    MoveZEnd,
    Buy(Ware, u8),
    Draw(u8),
    Cp(u8),
    Place(Site, [Vec<(Kind, u8)>; 3]),
    PlaceOneOf(Site, [Vec<Kind>; 3]),
    Undeplete,
    KillTransport(u8),
    IdleWorkers(u8),
    KillUnit(u8),
    Jam(u8),
    OrderNow(Token),
    TakeFirst,
    End,
    Choose(Vec<Code>),
    Discount(u8),
    MobVirtualTransport,
    Liftoff,
    DrawAfterPlacing(u8),
    BuildLimitPerBuilding(u8),
    DefenderDraw(u8),
    BuildLimit(u8),
    GoldOrders(u8),
    OrbitalDefense,
    BaseDetector,
    BaseAntiAir(i8),
    BattleDraw(u8),
    BattleAtk(i8),
    DrawEvent(u8),
    TechToHand(u8),
    DetectUnit,
    CloakAura,
}

/// One effect with its conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What it does.
    pub code: Code,
    /// Counts only if the own front-line unit is one of these.
    pub flu: KindMask,
    /// Counts only if the opposing front-line unit is one of these (SC-EFF-5).
    pub vs: KindMask,
    /// Further conditions.
    pub needs: Vec<Need>,
    /// Workers to pay, or the effect is declined.
    pub pay: u8,
}

impl Effect {
    pub(crate) fn has_need(&self, need: Need) -> bool {
        self.needs.contains(&need)
    }
}

/// An effect as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEffect {
    pub(crate) code: String,
    n: Option<i8>,
    vs: Option<RawFilter>,
    filter: Option<RawFilter>,
    flu: Option<Vec<String>>,
    need: Option<Vec<RawNeed>>,
    pay: Option<RawPay>,
    what: Option<String>,
    discount: Option<u8>,
    #[serde(rename = "where")]
    site: Option<String>,
    units: Option<serde_json::Value>,
    order: Option<String>,
    options: Option<Vec<RawEffect>>,
    unit: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFilter {
    mover: Option<String>,
    tag: Option<String>,
    race: Option<String>,
    max_cost: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNeed {
    code: String,
    n: Option<u8>,
    side: Option<String>,
    mover: Option<String>,
    unit: Option<String>,
    units: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPay {
    code: String,
    n: u8,
}

/// What a reader of effects must know about units: name, race, flying, tags, total cost.
pub(crate) struct UnitWords<'a> {
    pub(crate) id: &'a str,
    pub(crate) race: Race,
    pub(crate) flying: bool,
    pub(crate) tags: &'a str,
    pub(crate) cost: u8,
}

/// Reads effects against the list of units; an error says what was expected and what was found.
pub(crate) struct Reader<'a>(pub(crate) Vec<UnitWords<'a>>);

type Found<T> = Result<T, (&'static str, String)>;

impl Reader<'_> {
    pub(crate) fn kind(&self, word: &str) -> Found<Kind> {
        let at = self.0.iter().position(|unit| unit.id == word);
        at.map(|at| Kind(at as u8)).ok_or_else(|| ("a unit of units.csv", word.to_owned()))
    }
    pub(crate) fn kinds(&self, words: &[String], race: Option<Race>) -> Found<KindMask> {
        let mut mask = 0;
        for word in words {
            if word == "any" {
                mask |= self.mask(|unit| race.is_none_or(|race| unit.race == race));
            } else {
                mask |= self.kind(word)?.bit();
            }
        }
        Ok(mask)
    }
    fn mask(&self, fits: impl Fn(&UnitWords<'_>) -> bool) -> KindMask {
        self.0.iter().enumerate().filter(|(_, unit)| fits(unit)).map(|(at, _)| 1 << at).sum()
    }
    fn mover(&self, word: &str) -> Found<KindMask> {
        match word {
            "ground" => Ok(self.mask(|unit| !unit.flying)),
            "flying" => Ok(self.mask(|unit| unit.flying)),
            other => Err(("ground or flying", other.to_owned())),
        }
    }
    fn filter(&self, raw: Option<&RawFilter>) -> Found<KindMask> {
        let mut mask = self.mask(|_| true);
        let Some(raw) = raw else { return Ok(mask) };
        if let Some(word) = &raw.mover {
            mask &= self.mover(word)?;
        }
        if let Some(tag) = &raw.tag {
            let fits = self.mask(|unit| unit.tags.split(' ').any(|own| own == tag));
            if fits == 0 {
                return Err(("a tag of units.csv", tag.clone()));
            }
            mask &= fits;
        }
        if let Some(word) = &raw.race {
            let race = Race::ALL.into_iter().find(|race| race.name() == word);
            let race = race.ok_or_else(|| ("a race", word.clone()))?;
            mask &= self.mask(|unit| unit.race == race);
        }
        if let Some(most) = raw.max_cost {
            rule!("SC-EFF-22");
            mask &= self.mask(|unit| unit.cost <= most);
        }
        Ok(mask)
    }
    fn need(&self, raw: &RawNeed) -> Found<Need> {
        Ok(match raw.code.as_str() {
            "SIDE" => match raw.side.as_deref() {
                Some("attacker") => Need::Attacker,
                Some("defender") => Need::Defender,
                other => return Err(("attacker or defender", other.unwrap_or("").to_owned())),
            },
            "OWN_BASE_HERE" => Need::OwnBaseHere,
            "OWN_SUPPORT" => Need::OwnSupport(raw.n.unwrap_or(1)),
            "OWN_FLU" => match (&raw.mover, &raw.unit) {
                (Some(mover), None) => Need::OwnFlu(self.mover(mover)?),
                (None, Some(unit)) => Need::OwnFlu(self.kind(unit)?.bit()),
                _ => return Err(("a mover or a unit", raw.code.clone())),
            },
            "NO_ENEMY_DETECTOR" => Need::NoEnemyDetector,
            "UNIT_IN_BATTLE" => {
                Need::UnitInBattle(self.kinds(raw.units.as_deref().unwrap_or_default(), None)?)
            }
            "ATTACK_SUFFICIENT" => Need::AttackSufficient,
            "OWN_CP_AREAS" => Need::OwnCpAreas(raw.n.unwrap_or(1)),
            other => return Err(("a condition of the components list", other.to_owned())),
        })
    }
    fn by_race<T>(
        &self,
        raw: &RawEffect,
        read: impl Fn(&serde_json::Value) -> Found<Vec<T>>,
    ) -> Found<[Vec<T>; 3]> {
        let units = raw.units.as_ref().ok_or_else(|| ("units by race", raw.code.clone()))?;
        let one = |race: Race| {
            let list =
                units.get(race.name()).ok_or_else(|| ("units of this race", race.name().to_owned()))?;
            read(list)
        };
        Ok([one(Race::Terran)?, one(Race::Zerg)?, one(Race::Protoss)?])
    }
    fn counted(&self, value: &serde_json::Value) -> Found<Vec<(Kind, u8)>> {
        let map = value.as_object().ok_or_else(|| ("unit: number", value.to_string()))?;
        let mut list = Vec::new();
        for (word, number) in map {
            let number = number.as_u64().ok_or_else(|| ("a number", number.to_string()))?;
            list.push((self.kind(word)?, number as u8));
        }
        list.sort_unstable();
        Ok(list)
    }
    fn listed(&self, value: &serde_json::Value) -> Found<Vec<Kind>> {
        let list = value.as_array().ok_or_else(|| ("a list of units", value.to_string()))?;
        list.iter().map(|word| self.kind(word.as_str().unwrap_or_default())).collect()
    }

    /// Reads one effect. Errors are (expected, found).
    pub(crate) fn read(&self, raw: &RawEffect) -> Found<Effect> {
        let n = raw.n.unwrap_or(1);
        let count = n.max(0) as u8;
        let site = || match raw.site.as_deref() {
            Some("own_base_area") => Ok(Site::OwnBaseArea),
            Some("own_planet") => Ok(Site::OwnPlanet),
            Some("friendly") => Ok(Site::Friendly),
            other => Err(("own_base_area, own_planet or friendly", other.unwrap_or("").to_owned())),
        };
        let code = match raw.code.as_str() {
            "CANCEL" => Code::Cancel(match raw.what.as_deref() {
                Some("combat") => CardKind::Combat,
                Some("reinforcement") => CardKind::Reinforcement,
                other => return Err(("combat or reinforcement", other.unwrap_or("").to_owned())),
            }),
            "ENEMY_ATK0" => Code::EnemyAtk0,
            "ATK" => Code::Atk(n),
            "HP" => Code::Hp(n),
            "ENEMY_HP" => Code::EnemyHp(n),
            "ENEMY_SUPPORT0" => Code::EnemySupport0,
            "DETECT" => Code::Detect,
            "CLOAK" => Code::Cloak,
            "STASIS" => Code::Stasis,
            "HP_SUFFICIENT" => Code::HpSufficient(n),
            "DEFEAT" => Code::Defeat,
            "SPLASH" => Code::Splash(self.filter(raw.filter.as_ref())?),
            "SACRIFICE" => Code::Sacrifice,
            "BROODLING" => Code::Broodling(self.filter(raw.filter.as_ref())?),
            "NUKE" => Code::Nuke(count),
            "SOB_ATK" => Code::SobAtk(n),
            "SOB_HP" => Code::SobHp(n),
            "SOB_DRAW" => Code::SobDraw(count),
            "SOB_DESTROY" => Code::SobDestroy(self.filter(raw.filter.as_ref())?),
            "SOB_PEEK" => Code::SobPeek,
            "SOB_DETECT" => Code::SobDetect,
            "SOB_CONSUME" => Code::SobConsume(count),
            "SOB_RETREAT" => Code::SobRetreat,
            "SOB_FACE_UP" => Code::SobFaceUp,
            "ENABLE" => Code::Enable(self.kind(raw.unit.as_deref().unwrap_or_default())?),
            "RECALL" => Code::Recall,
            "ADD_WORKERS" => Code::AddWorkers(count),
            "ADD_TRANSPORT" => Code::AddTransport(count),
            "MOVE_Z_END" => Code::MoveZEnd,
            "BUY" => {
                let ware = match raw.what.as_deref() {
                    Some("module") => Ware::Module,
                    Some("building") => Ware::Building,
                    Some("technology") => Ware::Technology,
                    other => return Err(("module, building or technology", other.unwrap_or("").to_owned())),
                };
                Code::Buy(ware, raw.discount.unwrap_or(0))
            }
            "DRAW" => Code::Draw(count),
            "CP" => Code::Cp(count),
            "PLACE" => Code::Place(site()?, self.by_race(raw, |value| self.counted(value))?),
            "PLACE_ONE_OF" => Code::PlaceOneOf(site()?, self.by_race(raw, |value| self.listed(value))?),
            "UNDEPLETE" => Code::Undeplete,
            "KILL_TRANSPORT" => Code::KillTransport(count),
            "IDLE_WORKERS" => Code::IdleWorkers(count),
            "KILL_UNIT" => Code::KillUnit(count),
            "JAM" => Code::Jam(count),
            "ORDER_NOW" => Code::OrderNow(match raw.order.as_deref() {
                Some("mobilize") => Token::Mobilize,
                Some("build") => Token::Build,
                other => return Err(("mobilize or build", other.unwrap_or("").to_owned())),
            }),
            "TAKE_FIRST" => Code::TakeFirst,
            "END" => Code::End,
            "CHOOSE" => {
                let options = raw.options.as_deref().unwrap_or_default();
                let codes: Result<Vec<Code>, _> =
                    options.iter().map(|option| self.read(option).map(|effect| effect.code)).collect();
                Code::Choose(codes?)
            }
            "DISCOUNT" => Code::Discount(count),
            "MOB_VIRTUAL_TRANSPORT" => Code::MobVirtualTransport,
            "LIFTOFF" => Code::Liftoff,
            "DRAW_AFTER_PLACING" => Code::DrawAfterPlacing(count),
            "BUILD_LIMIT_PER_BUILDING" => Code::BuildLimitPerBuilding(count),
            "DEFENDER_DRAW" => Code::DefenderDraw(count),
            "BUILD_LIMIT" => Code::BuildLimit(count),
            "GOLD_ORDERS" => Code::GoldOrders(count),
            "ORBITAL_DEFENSE" => Code::OrbitalDefense,
            "BASE_DETECTOR" => Code::BaseDetector,
            "BASE_ANTI_AIR" => Code::BaseAntiAir(n),
            "BATTLE_DRAW" => Code::BattleDraw(count),
            "BATTLE_ATK" => Code::BattleAtk(n),
            "DRAW_EVENT" => Code::DrawEvent(count),
            "TECH_TO_HAND" => Code::TechToHand(count),
            "DETECT_UNIT" => Code::DetectUnit,
            "CLOAK_AURA" => Code::CloakAura,
            other => return Err(("an effect code of the components list", other.to_owned())),
        };
        let flu = match &raw.flu {
            Some(words) => self.kinds(words, None)?,
            None => self.mask(|_| true),
        };
        let needs: Result<Vec<Need>, _> =
            raw.need.as_deref().unwrap_or_default().iter().map(|need| self.need(need)).collect();
        let pay = match &raw.pay {
            None => 0,
            Some(RawPay { code, n }) if code == "WORKER" => *n,
            Some(RawPay { code, .. }) => return Err(("a cost in WORKER", code.clone())),
        };
        Ok(Effect { code, flu, vs: self.filter(raw.vs.as_ref())?, needs: needs?, pay })
    }
}
