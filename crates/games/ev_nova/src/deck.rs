//! Chapter 2.1: deck lists, what makes them legal, and their text form.

use std::fmt::Write as _;

use rules::{Dice, RuleId, rule};

use crate::{Bag, Card, Data};

/// Smallest legal list.
pub(crate) const MIN_CARDS: usize = 60;
/// Largest legal list.
pub(crate) const MAX_CARDS: usize = 80;
/// Copies of one card in a built list (EV-R-56).
pub(crate) const MAX_COPIES: usize = 4;
/// Cards of each Action Number given to the Nova Deck.
pub(crate) const NOVA_EACH: usize = 2;
/// Planet cards that must stay in the Ship Deck (EV-DECK-6).
pub(crate) const PLANETS_LEFT: usize = 4;

/// A list of cards that a seat brings to a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// The letter, if it is a starter deck: then the list is public.
    pub letter: Option<char>,
    /// The list, in ascending order.
    pub cards: Vec<Card>,
    /// The cards its builder means for the Nova Deck; fewer than 20 are completed.
    pub nova: Vec<Card>,
}

/// Why a list is not legal: one reason, at the card or number it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckIssue {
    /// The row of the ledger.
    pub rule: RuleId,
    /// The card, if it is about one.
    pub card: Option<Card>,
    /// The Action Number, if it is about one.
    pub number: Option<u8>,
    /// In plain words.
    pub text: String,
}

/// Why a text is no deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeckError {
    /// A line cannot be read.
    #[error("line {line}: expected a count and a card such as `2 EVN-049`, found {found:?}")]
    Line {
        /// From 1.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// The list is read, but not legal.
    #[error("{}", issues.iter().map(|issue| format!("{} ({})", issue.text, issue.rule)).collect::<Vec<_>>().join("; "))]
    Illegal {
        /// Every reason, in the order of EV-DECK-7.
        issues: Vec<DeckIssue>,
    },
}

impl Deck {
    /// A starter deck.
    pub fn starter(letter: char) -> Option<Self> {
        let starter = Data::standard().starters.iter().find(|starter| starter.letter == letter)?;
        Some(Self {
            name: starter.name.clone(),
            letter: Some(letter),
            cards: starter.cards.clone(),
            nova: starter.nova.clone(),
        })
    }

    /// A list of one's own.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut cards: Vec<Card> = cards.into_iter().collect();
        cards.sort_unstable();
        Self { cards, ..Self::default() }
    }

    /// Every reason why the list is not legal, in the order of EV-DECK-7; none if it is.
    pub fn issues(&self) -> Vec<DeckIssue> {
        let data = Data::standard();
        let mut issues = Vec::new();
        let mut issue = |rule, card, number, text| issues.push(DeckIssue { rule, card, number, text });
        let count = self.cards.len();
        if count < MIN_CARDS {
            issue(
                rule!("EV-DECK-1"),
                None,
                None,
                format!("{} too few: a deck has 60 to 80", counted(MIN_CARDS - count)),
            );
        } else if count > MAX_CARDS {
            issue(
                rule!("EV-DECK-1"),
                None,
                None,
                format!("{} too many: a deck has 60 to 80", counted(count - MAX_CARDS)),
            );
        }
        for number in 0..10 {
            let have = self.cards.iter().filter(|&&card| data.number(card) == number).count();
            if have < NOVA_EACH {
                issue(
                    rule!("EV-DECK-2"),
                    None,
                    Some(number),
                    format!("Action Number {number}: {have} of the 2 cards that go to the Nova Deck"),
                );
            }
        }
        let bag = self.cards.iter().take(crate::bag::MOST).copied().collect::<Bag>().sorted();
        for card in bag.distinct() {
            let copies = bag.count(card);
            if copies > MAX_COPIES {
                issue(
                    rule!("EV-R-56"),
                    Some(card),
                    None,
                    format!("{copies} copies of EVN-{}: at most 4", card.number()),
                );
            }
        }
        let spare = spare_planets(&self.cards);
        if spare < PLANETS_LEFT as i32 {
            issue(
                rule!("EV-DECK-6"),
                None,
                None,
                format!("{} Planets can stay in the Ship Deck: at least 4 must", spare.max(0)),
            );
        }
        issues
    }

    /// The reason shown first, if the list is not legal (EV-DECK-7).
    pub fn first_issue(&self) -> Option<DeckIssue> {
        let first = self.issues().into_iter().next()?;
        Some(DeckIssue { rule: rule!("EV-DECK-7"), ..first })
    }

    /// The cards for the Nova Deck: those marked, completed by the lowest cards that are legal.
    pub fn contribution(&self) -> Vec<Card> {
        let mut giving = Giving::new(&self.cards, &[]);
        let mut given = Bag::EMPTY;
        let marked = self.nova.iter().copied();
        for card in marked.chain(self.cards.iter().copied()) {
            if given.len() < 20 && giving.admits(card) {
                giving.give(card);
                given.insert(card);
            }
        }
        given.to_vec()
    }

    /// As text: a line for each different card, `2 EVN-049`, with `nova` and how many of them are meant for the Nova Deck.
    pub fn to_text(&self) -> String {
        if let Some(letter) = self.letter {
            return letter.to_string();
        }
        let data = Data::standard();
        let (bag, nova) = (self.bag(), self.nova.iter().copied().collect::<Bag>().sorted());
        let mut text = if self.name.is_empty() { String::new() } else { format!("# {}\n", self.name) };
        for card in bag.distinct() {
            let _ = write!(text, "{} EVN-{}", bag.count(card), card.number());
            if nova.count(card) > 0 {
                let _ = write!(text, " nova {}", nova.count(card));
            }
            let _ = writeln!(text, "  # {} / {}", data.green_name(card), data.red(card).name);
        }
        text
    }

    /// Reads a letter A to D, or a list as [`Deck::to_text`] writes it; counts may be left out. Does not judge it.
    pub fn read(text: &str) -> Result<Self, DeckError> {
        let word = text.trim();
        if let (Some(letter), 1) = (word.chars().next(), word.len())
            && let Some(starter) = Self::starter(letter.to_ascii_uppercase())
        {
            return Ok(starter);
        }
        let mut deck = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let (content, comment) = line.split_once('#').unwrap_or((line, ""));
            if content.trim().is_empty() {
                if deck.name.is_empty() && deck.cards.is_empty() {
                    comment.trim().clone_into(&mut deck.name);
                }
                continue;
            }
            let wrong = || DeckError::Line { line: number, found: line.trim().to_owned() };
            let words: Vec<&str> = content.split_whitespace().collect();
            let (count, rest) = match words[0].parse::<usize>() {
                Ok(count) if words.len() > 1 && !words[0].starts_with('0') => (count, &words[1..]),
                _ => (1, &words[..]),
            };
            let card = Card::of_number(rest[0]).ok_or_else(wrong)?;
            let nova = match rest[1..] {
                [] => 0,
                ["nova"] => 1,
                ["nova", many] => many.parse().map_err(|_| wrong())?,
                _ => return Err(wrong()),
            };
            if count == 0 || count > MAX_CARDS || nova > count || deck.cards.len() + count > 200 {
                return Err(wrong());
            }
            deck.cards.extend(std::iter::repeat_n(card, count));
            deck.nova.extend(std::iter::repeat_n(card, nova));
        }
        deck.cards.sort_unstable();
        Ok(deck)
    }

    /// Reads a deck and judges it: the function behind `starboard deck check`.
    pub fn check(text: &str) -> Result<Self, DeckError> {
        let deck = Self::read(text)?;
        let issues = deck.issues();
        if issues.is_empty() { Ok(deck) } else { Err(DeckError::Illegal { issues }) }
    }

    /// Deals a box of 120 cards into two sealed decks: of each Action Number six to each. A deal that leaves one of
    /// them without enough Planets is dealt again (EV-DECK-6).
    pub fn sealed(dice: &mut impl Dice) -> [Self; 2] {
        let data = Data::standard();
        loop {
            let mut decks = [Vec::new(), Vec::new()];
            for number in 0..10 {
                let of_number = (0..Card::COUNT as u8).map(Card).filter(|&card| data.number(card) == number);
                let mut cards: Vec<Card> = of_number.collect();
                while let left @ 1.. = cards.len() as u32 {
                    let card = cards.swap_remove(dice.below(left) as usize);
                    decks[usize::from(left % 2 == 0)].push(card);
                }
            }
            let decks = decks.map(Self::of);
            if decks.iter().all(|deck| deck.issues().is_empty()) {
                return decks;
            }
            rule!("EV-DECK-6");
        }
    }

    /// As a bag.
    pub fn bag(&self) -> Bag {
        self.cards.iter().copied().collect::<Bag>().sorted()
    }
}

fn counted(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}

/// Planets that stay in the Ship Deck when as few as possible are given: P − Σ max(0, 2 − k) (EV-DECK-7).
fn spare_planets(cards: &[Card]) -> i32 {
    let data = Data::standard();
    let planets = cards.iter().filter(|&&card| data.planet(card).is_some()).count() as i32;
    let forced: i32 = (0..10)
        .map(|number| {
            let others =
                cards.iter().filter(|&&c| data.number(c) == number && data.planet(c).is_none()).count();
            (NOVA_EACH as i32 - others as i32).max(0)
        })
        .sum();
    planets - forced
}

/// A contribution to the Nova Deck in the making: what is left of the list, counted (EV-DECK-8).
pub(crate) struct Giving {
    /// Copies left of each card.
    left: [u8; Card::COUNT],
    /// Cards given, by Action Number.
    given: [u8; 10],
    /// Cards left that are no Planets, by Action Number.
    plain: [u8; 10],
    /// Planets left.
    planets: u8,
}

impl Giving {
    /// Of these cards, these were given.
    pub(crate) fn new(cards: &[Card], gave: &[Card]) -> Self {
        let mut giving = Self { left: [0; Card::COUNT], given: [0; 10], plain: [0; 10], planets: 0 };
        let data = Data::standard();
        for &card in cards {
            giving.left[card.index()] += 1;
            if data.planet(card).is_some() {
                giving.planets += 1;
            } else {
                giving.plain[usize::from(data.number(card))] += 1;
            }
        }
        for &card in gave {
            giving.give(card);
        }
        giving
    }

    pub(crate) fn give(&mut self, card: Card) {
        let data = Data::standard();
        let number = usize::from(data.number(card));
        self.left[card.index()] = self.left[card.index()].saturating_sub(1);
        self.given[number] += 1;
        if data.planet(card).is_some() {
            self.planets = self.planets.saturating_sub(1);
        } else {
            self.plain[number] = self.plain[number].saturating_sub(1);
        }
    }

    /// May this card be given? Two of each Action Number, and enough Planets stay.
    pub(crate) fn admits(&self, card: Card) -> bool {
        let data = Data::standard();
        let number = usize::from(data.number(card));
        if usize::from(self.given[number]) >= NOVA_EACH || self.left[card.index()] == 0 {
            return false;
        }
        if data.planet(card).is_none() {
            return true;
        }
        // Planets that the other gifts will still need.
        let forced: i32 = (0..10)
            .map(|other| {
                let had = i32::from(self.given[other]) + i32::from(other == number);
                (NOVA_EACH as i32 - had - i32::from(self.plain[other])).max(0)
            })
            .sum();
        i32::from(self.planets) - 1 - forced >= PLANETS_LEFT as i32
    }
}
