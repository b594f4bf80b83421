//! The full screen: takes the terminal, gives it back however the match ends.

use std::time::Duration;

use crossterm::event::{self, Event};

use super::{App, Session, draw};
use crate::{Console, Failure};

/// How long a computer player's step stays on the screen before the next one.
const PAUSE: Duration = Duration::from_millis(60);

pub(super) fn run(session: Session, console: &mut Console<'_>) -> Result<(), Failure> {
    console.out.flush()?;
    let mut app = App::new(session);
    let colour = console.colour;
    let told = |error: std::io::Error| Failure::System(format!("the terminal does not work: {error}"));
    // Takes the terminal and sets a panic hook that gives it back.
    let mut terminal = ratatui::try_init().map_err(told)?;
    let played = (|| {
        while !app.done {
            terminal.draw(|frame| draw(frame, &app, colour))?;
            let computer = app.tick();
            let wait = if computer { PAUSE } else { Duration::from_millis(500) };
            if event::poll(wait)?
                && let Event::Key(key) = event::read()?
            {
                app.key(key);
            }
        }
        Ok(())
    })();
    ratatui::try_restore().map_err(told)?;
    played.map_err(told)?;
    app.session.autosave()?;
    let file = app.session.file().display().to_string();
    if let Some(result) = app.session.result() {
        writeln!(console.out, "{result}; the match is kept in {file}")?;
    } else {
        writeln!(console.out, "the match is kept in {file}; go on with `starboard play --resume {file}`")?;
    }
    Ok(())
}
