//! What a deck builder shows of a list: every reason at its card, charts, a test hand. Judges by [`Deck::issues`].

use rules::Dice;
use serde::Serialize;

use crate::data::RedKind;
use crate::deck::{MAX_CARDS, MAX_COPIES, MIN_CARDS, NOVA_EACH};
use crate::{Card, Data, Deck, DeckError};

/// Cards of a first hand (EV-LAUNCH-3).
const FIRST_HAND: usize = 3;
/// Kinds of sides in the order of the charts.
const KINDS: [(&str, &str); 8] = [
    ("ship", "Ships"),
    ("weapon", "Weapons"),
    ("outfit", "Outfits"),
    ("planet", "Planets"),
    ("mission", "Missions"),
    ("numbered", "Numbered Missions"),
    ("route", "Trade Routes"),
    ("event", "Events"),
];

/// A deck list with everything a builder shows of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckReport {
    /// Can it be brought to a table?
    pub legal: bool,
    /// Its name, if it has one.
    pub name: String,
    /// The letter of a starter deck.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub letter: Option<char>,
    /// The list in its text form; lines that cannot be read are left out.
    pub text: String,
    /// Cards in the list, and the limits.
    pub count: usize,
    #[expect(missing_docs, reason = "see count")]
    pub min: usize,
    #[expect(missing_docs, reason = "see count")]
    pub max: usize,
    /// Copies of one card that a list may have.
    pub copies: usize,
    /// Each different card.
    pub cards: Vec<DeckCard>,
    /// Each Action Number.
    pub numbers: Vec<DeckNumber>,
    /// Each kind of side that occurs.
    pub kinds: Vec<DeckKind>,
    /// Every reason against the list, then what is as it must be.
    pub findings: Vec<Finding>,
    /// A first hand, where one was asked for.
    pub hand: Option<TestHand>,
}

/// A card of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckCard {
    /// Its number.
    pub card: String,
    /// How often it is in the list.
    pub copies: usize,
    /// How many of them are meant for the Nova Deck.
    pub nova: usize,
    /// The list may not have another copy.
    pub full: bool,
}

/// The cards with one Action Number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckNumber {
    /// The number.
    pub number: u8,
    /// Cards of the list with it.
    pub count: usize,
    /// Cards that go to the Nova Deck.
    pub nova: usize,
    /// Cards that must go there.
    pub needed: usize,
    /// Too few.
    pub short: bool,
}

/// The cards with one kind of side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckKind {
    /// As in `SideView.kind`.
    pub kind: &'static str,
    /// In the plural.
    pub name: &'static str,
    /// Cards of the list with it.
    pub count: usize,
}

/// One reason for or against a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Finding {
    /// Nothing is wrong here.
    pub ok: bool,
    /// In plain words.
    pub text: String,
    /// The row of the ledger.
    pub rule: String,
    /// The line of the text, from 1.
    pub line: Option<usize>,
    /// The card it is about.
    pub card: Option<String>,
    /// The Action Number it is about.
    pub number: Option<u8>,
}

impl Finding {
    /// As a line of text: `line 3, EVN-049 (Radar Missile / Witness Transfer): … (EV-R-56)`.
    pub fn sentence(&self) -> String {
        let line = self.line.map(|line| format!("line {line}"));
        let card = self.card.as_deref().and_then(Card::of_number).map(|card| {
            let data = Data::standard();
            format!("EVN-{} ({} / {})", card.number(), data.green_name(card), data.red(card).name)
        });
        let place: Vec<String> = line.into_iter().chain(card).collect();
        let colon = if place.is_empty() { "" } else { ": " };
        format!("{}{colon}{} ({})", place.join(", "), self.text, self.rule)
    }
}

/// How a match could begin with a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TestHand {
    /// Cards flipped before the first planet, and that planet.
    pub flipped: Vec<String>,
    /// The first hand.
    pub hand: Vec<String>,
    /// The next draws.
    pub next: Vec<String>,
}

impl DeckReport {
    /// Reads and judges a list. A line that cannot be read is a finding; the others count.
    pub fn of(text: &str) -> Self {
        let (deck, mut findings) = read_leniently(text);
        findings.extend(judge(&deck));
        let legal = findings.iter().all(|finding| finding.ok);
        let (data, bag) = (Data::standard(), deck.bag());
        let count_of =
            |wanted: &dyn Fn(Card) -> bool| deck.cards.iter().filter(|&&card| wanted(card)).count();
        let given = deck.contribution();
        let numbers = (0..10_u8).map(|number| {
            let count = count_of(&|card| data.number(card) == number);
            let nova = given.iter().filter(|&&card| data.number(card) == number).count();
            DeckNumber { number, count, nova, needed: NOVA_EACH, short: count < NOVA_EACH }
        });
        let kinds = KINDS.iter().map(|&(kind, name)| {
            let count = count_of(&|card| green_kind(card) == kind || red_kind(card) == kind);
            DeckKind { kind, name, count }
        });
        let cards = bag.distinct().map(|card| DeckCard {
            card: card.number(),
            copies: bag.count(card),
            nova: given.iter().filter(|&&other| other == card).count(),
            full: bag.count(card) >= MAX_COPIES,
        });
        Self {
            legal,
            name: deck.name.clone(),
            letter: deck.letter,
            text: Deck { letter: None, ..deck.clone() }.to_text(),
            count: deck.cards.len(),
            min: MIN_CARDS,
            max: MAX_CARDS,
            copies: MAX_COPIES,
            cards: cards.collect(),
            numbers: numbers.collect(),
            kinds: kinds.collect(),
            findings,
            hand: None,
        }
    }

    /// The reasons why the list is not legal, as lines of text.
    pub fn errors(&self) -> Vec<String> {
        self.findings.iter().filter(|finding| !finding.ok).map(Finding::sentence).collect()
    }
}

impl TestHand {
    /// Deals a first hand of a list: launches at the first planet and draws. `None` if no planet comes.
    pub fn deal(text: &str, dice: &mut impl Dice) -> Option<Self> {
        let (deck, _) = read_leniently(text);
        let data = Data::standard();
        let mut left = deck.cards.clone();
        for card in deck.contribution() {
            let at = left.iter().position(|&other| other == card)?;
            left.swap_remove(at);
        }
        left.sort_unstable();
        let mut draw = |left: &mut Vec<Card>| {
            let many = u32::try_from(left.len()).ok().filter(|&many| many > 0)?;
            Some(left.swap_remove(dice.below(many) as usize))
        };
        let mut flipped = Vec::new();
        loop {
            let card = draw(&mut left)?;
            flipped.push(card.number());
            if data.planet(card).is_some() {
                break;
            }
        }
        let mut take = |left: &mut Vec<Card>, many: usize| -> Vec<String> {
            (0..many).filter_map(|_| draw(left)).map(Card::number).collect()
        };
        let hand = take(&mut left, FIRST_HAND);
        let next = take(&mut left, FIRST_HAND);
        Some(Self { flipped, hand, next })
    }
}

/// Reads what can be read; every line that cannot be is a finding.
fn read_leniently(text: &str) -> (Deck, Vec<Finding>) {
    if let Ok(deck) = Deck::read(text) {
        return (deck, Vec::new());
    }
    let mut findings = Vec::new();
    let mut kept = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let alone = if line.trim().len() == 1 { "?" } else { line };
        match Deck::read(alone) {
            Ok(_) => kept.push_str(line),
            Err(DeckError::Line { found, .. }) => findings.push(broken(number, &found)),
            Err(DeckError::Illegal { .. }) => {}
        }
        kept.push('\n');
    }
    match Deck::read(&kept) {
        Ok(deck) => (deck, findings),
        Err(DeckError::Line { line, found }) => {
            // Each line can be read, but the list is too long.
            findings.push(broken(line, &found));
            let short: String =
                kept.lines().take(line.saturating_sub(1)).map(|line| format!("{line}\n")).collect();
            (Deck::read(&short).unwrap_or_default(), findings)
        }
        Err(DeckError::Illegal { .. }) => (Deck::default(), findings),
    }
}

/// What is wrong with a line: the card does not exist, or it is no line of a list at all.
fn broken(line: usize, found: &str) -> Finding {
    let unknown =
        found.split_whitespace().find(|word| word.starts_with("EVN-") && Card::of_number(word).is_none());
    let shown: String = found.chars().take(60).collect();
    let text = match unknown {
        Some(word) => {
            let word: String = word.chars().take(20).collect();
            format!("there is no card {word}; the cards are EVN-001 to EVN-120")
        }
        None => {
            format!("expected a count from 1 to {MAX_CARDS} and a card such as `2 EVN-049`, found {shown:?}")
        }
    };
    Finding { ok: false, text, rule: "EV-DECK-1".to_owned(), line: Some(line), card: None, number: None }
}

/// Every issue of the list, then the tests it passes.
fn judge(deck: &Deck) -> Vec<Finding> {
    let issues = deck.issues();
    let of = |rule: &str| issues.iter().any(|issue| issue.rule.name() == rule);
    let good = |text: String, rule: &str| Finding {
        ok: true,
        text,
        rule: rule.to_owned(),
        line: None,
        card: None,
        number: None,
    };
    let mut findings: Vec<Finding> = issues
        .iter()
        .map(|issue| Finding {
            ok: false,
            text: issue.text.clone(),
            rule: issue.rule.name().to_owned(),
            line: None,
            card: issue.card.map(Card::number),
            number: issue.number,
        })
        .collect();
    if !of("EV-DECK-1") {
        findings.push(good(
            format!("{} cards: a deck has {MIN_CARDS} to {MAX_CARDS}", deck.cards.len()),
            "EV-DECK-1",
        ));
    }
    if !of("EV-DECK-2") {
        findings.push(good(format!("{NOVA_EACH} cards or more of each Action Number"), "EV-DECK-2"));
    }
    if !of("EV-R-56") {
        findings.push(good(format!("no card more than {MAX_COPIES} times"), "EV-R-56"));
    }
    if !of("EV-DECK-6") {
        findings.push(good("4 Planets or more can stay in the Ship Deck".to_owned(), "EV-DECK-6"));
    }
    findings
}

fn green_kind(card: Card) -> &'static str {
    let data = Data::standard();
    match data.item(card) {
        None => "ship",
        Some(item) if item.kind.is_none() && item.line.is_some() => "weapon",
        Some(_) => "outfit",
    }
}

fn red_kind(card: Card) -> &'static str {
    match &Data::standard().red(card).kind {
        RedKind::Planet(_) => "planet",
        RedKind::Mission(mission) if mission.numbered.is_some() => "numbered",
        RedKind::Mission(_) => "mission",
        RedKind::Route(_) => "route",
        RedKind::Event { .. } => "event",
    }
}
