//! The full screen, drawn to memory and compared with what it looked like when somebody last looked.
//! `STARBOARD_UPDATE=1 cargo test` accepts the screens as they are now.

use std::path::Path;

use clap::Parser;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend};
use starboard::{
    cli::{Cli, Command},
    play::{App, Mode, Session, draw},
};

use crate::{catalog, folder, path};

fn app(test: &str, args: &[&str]) -> App {
    let file = folder(test).join("match.json");
    let args = ["starboard", "play", "--save", path(&file)].into_iter().chain(args.iter().copied());
    let Command::Play(args) = Cli::parse_from(args).command else { panic!("play was asked for") };
    App::new(Session::open(&catalog(), &args).expect("the match can be opened"))
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Esc,
            'v' => KeyCode::Down,
            '^' => KeyCode::Up,
            letter => KeyCode::Char(letter),
        };
        app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory can be drawn on");
    terminal.draw(|frame| draw(frame, app, true)).expect("memory can be drawn on");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect::<Vec<_>>().join("\n") + "\n"
}

fn looks_like(name: &str, app: &App) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    let now = screen(app, 80, 24);
    if std::env::var_os("STARBOARD_UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("written");
        std::fs::write(&file, &now).expect("written");
    }
    let then = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(now, then, "the screen {name:?} looks different:\n{now}");
}

#[test]
fn the_board_the_choices_and_the_pages() {
    let mut app = app("screen-pages", &["--seed", "1"]);
    looks_like("start", &app);
    press(&mut app, "\n");
    press(&mut app, "\n");
    looks_like("aimed", &app);
    press(&mut app, "w");
    looks_like("why_not", &app);
    press(&mut app, "\t?");
    looks_like("help", &app);
    press(&mut app, "\to");
    looks_like("orders", &app);
    press(&mut app, "\t/fi");
    looks_like("search", &app);
    press(&mut app, "\ts");
    assert!(screen(&app, 80, 24).contains("Enter saves · Esc does not"));
    press(&mut app, "\tq");
    looks_like("quit", &app);
    press(&mut app, "n");
    assert!(!app.done);
    press(&mut app, "qy");
    assert!(app.done);
}

#[test]
fn undo_gives_the_choice_back() {
    let mut app = app("screen-undo", &["--seed", "1"]);
    let before = app.session.table.position();
    press(&mut app, "\n");
    assert_ne!(app.session.table.position(), before);
    press(&mut app, "u");
    assert_eq!((app.session.table.position(), app.message.as_str()), (before, "taken back"));
    press(&mut app, "u");
    assert!(app.message.starts_with("cannot take back"), "{}", app.message);
}

#[test]
fn digits_go_to_a_choice_and_enter_plays_it() {
    let mut app = app("screen-digits", &["--seed", "1"]);
    press(&mut app, "2");
    assert_eq!((app.cursor, app.number), (1, Some(2)));
    press(&mut app, "9");
    assert_eq!((app.cursor, app.message.as_str()), (1, "there is no choice 29"));
    let revision = app.session.table.step_count();
    press(&mut app, "\n");
    assert!(app.session.table.step_count() > revision + 1, "fire rolls a die");
}

#[test]
fn the_computer_plays_until_a_person_is_asked() {
    let mut app = app("screen-computer", &["--seed", "1"]);
    press(&mut app, "2\n");
    assert!(app.session.only_bots_to_act());
    while app.tick() {}
    assert!(app.session.to_act().is_some() || app.session.result().is_some());
    assert!(app.session.file().exists(), "the match is kept");
}

#[test]
fn a_match_is_played_to_its_end_by_keys() {
    let mut app = app("screen-end", &["--seed", "4", "--bot", "random"]);
    for _ in 0..500 {
        while app.tick() {}
        if app.session.result().is_some() {
            break;
        }
        press(&mut app, "h\n");
    }
    assert!(app.message.starts_with("the match is over"), "{}", app.message);
    assert!(screen(&app, 80, 24).contains("the match is over"));
    press(&mut app, "\nuhwo\t123");
    assert!(app.session.result().is_some(), "no key changes a match that is over");
}

#[test]
fn a_hot_seat_hides_the_board_while_the_keyboard_changes_hands() {
    let mut app = app("screen-hot", &["--seed", "1", "--seat", "both"]);
    assert_eq!(app.mode, Mode::Choose, "the first player sits there already");
    press(&mut app, "2\n");
    assert!(matches!(app.mode, Mode::PassKeyboard(_)));
    assert_eq!(app.viewer(), rules::Viewer::Public);
    looks_like("hand_over", &app);
    press(&mut app, "qn");
    assert!(matches!(app.mode, Mode::PassKeyboard(_)), "declining to leave does not show the board");
    press(&mut app, "\n");
    assert_eq!((app.mode.clone(), app.viewer()), (Mode::Choose, rules::Viewer::Seat(rules::Seat(1))));
}

#[test]
fn giving_up_asks_first() {
    let mut app = app("screen-concede", &["--seed", "1"]);
    press(&mut app, "cn");
    assert!(app.session.result().is_none());
    press(&mut app, "cy");
    assert_eq!(app.session.result().as_deref(), Some("Right wins: the other ship resigned"));
}

#[test]
fn no_size_of_a_terminal_is_too_small() {
    let mut app = app("screen-small", &["--seed", "1"]);
    for keys in ["", "w", "\t?", "\to", "\ts", "\tq"] {
        press(&mut app, keys);
        for (width, height) in [(1, 1), (2, 5), (10, 3), (40, 12), (79, 23), (300, 100)] {
            screen(&app, width, height);
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let app = app("screen-plain", &["--seed", "1"]);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("memory can be drawn on");
    terminal.draw(|frame| draw(frame, &app, false)).expect("memory can be drawn on");
    let cells = &terminal.backend().buffer().content;
    assert!(cells.iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
}

#[test]
fn any_key_at_any_time_is_harmless() {
    use rules::Dice;
    let mut dice = laws::SplitMix64(3);
    let mut app = app("screen-any", &["--seed", "9", "--seat", "both"]);
    let keys: Vec<char> = "\n\tv^0123456789/uhwo?qnc[]abc ".chars().collect();
    for _ in 0..5_000 {
        let key = keys[dice.below(keys.len() as u32) as usize];
        // Typed file names would be written; leaving and giving up end the walk.
        if matches!(app.mode, Mode::SaveAs(_)) || app.done {
            break;
        }
        press(&mut app, &key.to_string());
        app.done = false;
        screen(&app, 60, 20);
        assert!(app.session.table.audit());
    }
}

#[test]
fn every_game_of_the_catalogue_is_drawn_at_every_size() {
    let standard = catalog::Catalog::standard();
    for game in standard.games() {
        let file = folder(&format!("screen-{}", game.id)).join("match.json");
        let args = ["starboard", "play", game.id, "--save", path(&file), "--seed", "3"];
        let Command::Play(args) = Cli::parse_from(args).command else { panic!("play was asked for") };
        let mut app = App::new(Session::open(&standard, &args).expect("the match can be opened"));
        while app.tick() {}
        let title = app.prompt.as_ref().map(|(_, prompt)| prompt.title.clone()).expect("somebody is asked");
        let shown = screen(&app, 120, 40);
        assert!(shown.contains(title.chars().take(30).collect::<String>().as_str()), "{shown}");
        for (width, height) in [(1, 1), (30, 10), (80, 24), (200, 60)] {
            screen(&app, width, height);
        }
    }
}
