//! Escape Velocity Nova as an entry of the catalogue.

use std::sync::Arc;

use ::ev_nova::{Data, Deck, DeckReport, EvNova, NovaReturn, Options, SetupError, TestHand};
use rules::{Present, Seat};
use search::PlayoutRng;

use crate::{
    DeckCheck, GameDefinition, GameInfo, NewMatch, NumberRange, OpenError, OptionInfo, OrderInfo, Report,
    ScenarioInfo, SeatChoiceInfo,
};

/// Escape Velocity Nova.
#[derive(Default)]
pub(crate) struct EvNovaDefinition;

/// The decks a table has where its seats choose none.
const LETTERS: &str = "ABCD";

impl GameDefinition for EvNovaDefinition {
    type Game = EvNova;

    /// A window that opens on public facts is answered by the table if the seat holds nothing that fits (EV-HID-2).
    fn pauses_by_turn(&self) -> bool {
        true
    }

    fn info(&self) -> GameInfo {
        let game = EvNova::starters(LETTERS, Options::default()).expect("starter decks are legal");
        let seats: Vec<String> = (0..4).map(|seat| game.seat_name(Seat(seat))).collect();
        let starters = Data::standard().starters.iter();
        GameInfo {
            id: "ev_nova",
            title: "Escape Velocity Nova",
            blurb: "Two to four trader captains, two-sided cards, a star map and battles in phases.",
            seats: seats.clone(),
            scenarios: vec![ScenarioInfo {
                option_values: Vec::new(),
                id: "captains".to_owned(),
                title: "Captains".to_owned(),
                briefing:
                    "Every captain brings a deck: be the last one in the game, or find the way to S7evyn."
                        .to_owned(),
                teaches: Vec::new(),
                length: "about 45 to 60 minutes".to_owned(),
                min_seats: 2,
                seats,
            }],
            orders: game
                .orders()
                .iter()
                .map(|order| OrderInfo { id: order.id, label: order.label })
                .collect(),
            options: vec![
                OptionInfo {
                    id: "limit",
                    label: "Table rounds after which the game is adjudicated",
                    values: &[],
                    range: Some(NumberRange { min: 10, max: 1000, default: 80 }),
                },
                OptionInfo {
                    id: "nova",
                    label: "How the Nova Deck is handed back after the game",
                    values: &["own", "even", "winner"],
                    range: None,
                },
            ],
            seat_choices: vec![SeatChoiceInfo {
                id: "deck",
                label: "Deck",
                values: starters
                    .map(|starter| {
                        (starter.letter.to_string(), format!("{}: {}", starter.letter, starter.name))
                    })
                    .collect(),
                free_text: true,
                secret: true,
            }],
            scenario_files: false,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<EvNova>, OpenError> {
        let mut options = Options::default();
        for (name, value) in &wanted.options {
            let wrong =
                |why: &str| OpenError::Option { name: name.clone(), why: format!("{why}, found {value:?}") };
            match name.as_str() {
                "limit" => options.limit = value.parse().map_err(|_| wrong("expected a number of rounds"))?,
                "nova" => {
                    options.nova = match value.as_str() {
                        "own" => NovaReturn::Own,
                        "even" => NovaReturn::Even,
                        "winner" => NovaReturn::Winner,
                        _ => return Err(wrong("expected own, even or winner")),
                    };
                }
                _ => return Err(wrong("there is no such option")),
            }
        }
        // A save names the number of players with the scenario.
        let name = wanted.scenario.as_deref().unwrap_or("captains");
        let named = match name.strip_prefix("captains").map(|rest| rest.strip_prefix('-')) {
            Some(None) if name == "captains" => None,
            Some(Some(number)) if number.parse::<usize>().is_ok() => number.parse().ok(),
            _ => {
                return Err(OpenError::NoScenario { name: name.to_owned(), have: "captains".to_owned() });
            }
        };
        let asked = wanted.seats.map(usize::from).or(named);
        let players = asked.unwrap_or_else(|| wanted.seat_choices.len().max(2));
        if !(2..=4).contains(&players) {
            return Err(OpenError::Scenario(vec![SetupError::Players(players).to_string()]));
        }
        let chosen = |seat: usize| {
            let choice = wanted.seat_choices.get(seat).and_then(|choices| choices.get("deck"));
            choice.map_or_else(|| LETTERS[seat..=seat].to_owned(), String::clone)
        };
        let decks: Vec<String> = (0..players).map(chosen).collect();
        let texts: Vec<&str> = decks.iter().map(String::as_str).collect();
        let game = EvNova::of_texts(&texts, options).map_err(|error| match error {
            SetupError::Limit(_) => OpenError::Option { name: "limit".to_owned(), why: error.to_string() },
            other => OpenError::Scenario(vec![other.to_string()]),
        })?;
        Ok(Arc::new(game))
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        match ::ev_nova::Deck::check(text) {
            Ok(deck) => Report {
                summary: vec![format!("{file}: a legal deck of {} cards", deck.cards.len())],
                ..Report::default()
            },
            Err(error) => Report { errors: vec![format!("{file}: {error}")], ..Report::default() },
        }
    }

    fn check_deck(&self, text: &str, seed: Option<u64>) -> Option<DeckCheck> {
        let mut report = DeckReport::of(text);
        report.hand = seed.and_then(|seed| TestHand::deal(text, &mut PlayoutRng::new(seed)));
        let kinds: Vec<String> = report
            .kinds
            .iter()
            .filter(|kind| kind.count > 0)
            .map(|kind| format!("{} {}", kind.count, kind.name))
            .collect();
        let name = if report.name.is_empty() { String::new() } else { format!("{}: ", report.name) };
        let cards = if report.count == 1 { "card" } else { "cards" };
        Some(DeckCheck {
            errors: report.errors(),
            summary: vec![format!("{name}{} {cards}: {}", report.count, kinds.join(", "))],
            report: serde_json::to_value(&report).expect("a report has string keys"),
        })
    }

    fn deck(&self, name: &str) -> Option<String> {
        let mut letters = name.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        let deck = Deck::starter(letter.to_ascii_uppercase())?;
        Some(Deck { letter: None, ..deck }.to_text())
    }

    fn check_seat_choice(&self, name: &str, value: &str) -> Result<(), Vec<String>> {
        if name != "deck" {
            return Err(vec![format!("there is no choice {name:?}")]);
        }
        match ::ev_nova::Deck::check(value) {
            Ok(_) => Ok(()),
            Err(::ev_nova::DeckError::Illegal { issues }) => {
                Err(issues.iter().map(|issue| format!("{} ({})", issue.text, issue.rule)).collect())
            }
            Err(error) => Err(vec![error.to_string()]),
        }
    }

    fn template(&self) -> Option<&'static str> {
        None
    }

    fn ledger(&self) -> &'static str {
        include_str!("../../../docs/rules/ev_nova.md")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Catalog;

    #[test]
    fn a_table_opens_saves_and_loads_with_the_decks_of_its_seats() {
        let catalog = Catalog::standard();
        let mut wanted = NewMatch::of("ev_nova", "captains").seeded(3);
        wanted.seats = Some(3);
        wanted.seat_choices =
            ["D", "C"].map(|letter| [("deck".to_owned(), letter.to_owned())].into_iter().collect()).to_vec();
        let table = catalog.open(&wanted).expect("opens");
        assert_eq!(table.seats(), 3);
        let loaded = catalog.load(&table.save()).expect("loads");
        assert_eq!(loaded.save(), table.save());
    }

    #[test]
    fn a_deck_list_is_judged_with_every_reason_and_dealt_from() {
        let game = EvNovaDefinition;
        let starter = GameDefinition::deck(&game, "b").expect("there is a deck B");
        let good = GameDefinition::check_deck(&game, &starter, Some(1)).expect("the game has decks");
        assert_eq!(good.errors, Vec::<String>::new());
        assert_eq!(good.report["hand"]["hand"].as_array().map(Vec::len), Some(3));
        let again = GameDefinition::check_deck(&game, &starter, Some(1)).expect("the game has decks");
        assert_eq!(good.report, again.report);
        assert!(GameDefinition::deck(&game, "E").is_none() && GameDefinition::deck(&game, "AB").is_none());
        let bad = GameDefinition::check_deck(&game, "5 EVN-049\n1 EVN-999\nhello", None).expect("has decks");
        assert!(bad.errors[0].starts_with("line 2: there is no card EVN-999"), "{:?}", bad.errors);
        assert!(bad.errors[1].starts_with("line 3: expected a count"), "{:?}", bad.errors);
        assert!(bad.errors.iter().any(|error| error.contains("EVN-049 (") && error.contains("EV-R-56")));
        assert!(bad.errors.iter().any(|error| error.contains("EV-DECK-1")));
        assert!(bad.report["hand"].is_null());
    }

    #[test]
    fn illegal_decks_and_options_are_refused_with_a_reason() {
        let open = |deck: &str, option: (&str, &str)| {
            let mut wanted = NewMatch::of("ev_nova", "captains");
            wanted.seat_choices = vec![[("deck".to_owned(), deck.to_owned())].into_iter().collect()];
            wanted.options.insert(option.0.to_owned(), option.1.to_owned());
            Catalog::standard().open(&wanted).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(open("EVN-001", ("limit", "80")).contains("EV-DECK-1"));
        assert!(open("EVN-999", ("limit", "80")).contains("EVN-999"));
        assert!(open("A", ("limit", "5")).contains("turn limit"));
        assert!(open("A", ("speed", "5")).contains("no such option"));
        assert_eq!(open("A", ("nova", "even")), "");
        let choice = |seat: usize, name: &str| {
            let mut wanted = NewMatch::of("ev_nova", "captains");
            wanted.seat_choices = vec![BTreeMap::new(); seat + 1];
            wanted.seat_choices[seat].insert(name.to_owned(), "A".to_owned());
            wanted.seats = Some(2);
            Catalog::standard().open(&wanted).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(choice(1, "deck"), "");
        assert_eq!(choice(2, "deck"), "seat 2, deck: the match has 2 seats");
        assert!(choice(1, "colour").contains("there is no choice"), "{}", choice(1, "colour"));
    }
}
