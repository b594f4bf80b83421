//! What the screen shows and what a key changes: no drawing and no terminal here.

use std::path::PathBuf;

use rules::{Choice, Prompt, Seat, Viewer};

use super::Session;

/// Which question has the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Choosing an action.
    Choose,
    /// Typing into the filter of the choices.
    Search,
    /// Reading what is not allowed.
    WhyNot,
    /// Giving standing orders; the line the cursor is on.
    Orders(usize),
    /// Reading the help.
    Help,
    /// Typing a file name.
    SaveAs(String),
    /// Really quit?
    Quit,
    /// Really give up?
    Resign,
    /// Another person takes the keyboard: nothing is shown until he says so.
    PassKeyboard(Seat),
}

/// The screen's state.
pub struct App {
    /// The match.
    pub session: Session,
    /// Which question has the keyboard.
    pub mode: Mode,
    /// What the asked person may do.
    pub prompt: Option<(Seat, Prompt)>,
    /// What was typed to search the choices.
    pub filter: String,
    /// The line of the list the cursor is on.
    pub cursor: usize,
    /// The number typed so far.
    pub number: Option<usize>,
    /// Lines the log is scrolled up.
    pub log_scroll: usize,
    /// Lines the map is scrolled down.
    pub map_scroll: usize,
    /// Lines a page of text is scrolled down.
    pub page_scroll: usize,
    /// What was just said to the player.
    pub message: String,
    /// Has the player left?
    pub done: bool,
    viewer: Viewer,
}

/// Does the choice contain every word of the filter?
pub(super) fn matches(choice: &Choice, filter: &str) -> bool {
    let text = format!("{} {} {}", choice.label, choice.action, choice.group).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

impl App {
    /// At the beginning of a session.
    pub fn new(session: Session) -> Self {
        let viewer = session.viewer();
        let mut app = Self {
            session,
            mode: Mode::Choose,
            prompt: None,
            filter: String::new(),
            cursor: 0,
            number: None,
            log_scroll: 0,
            map_scroll: 0,
            page_scroll: 0,
            message: "? for help".to_owned(),
            done: false,
            viewer,
        };
        app.refresh();
        app
    }

    /// The person who is asked but does not have the keyboard yet: hot seat.
    pub fn next_local_player(&self) -> Option<Seat> {
        let (seat, _) = self.prompt.as_ref()?;
        let changes_hands = self.session.people().len() > 1 && self.viewer != Viewer::Seat(*seat);
        changes_hands.then_some(*seat)
    }

    /// Whose eyes the board is shown through: nobody's while the keyboard changes hands.
    pub fn viewer(&self) -> Viewer {
        if self.next_local_player().is_some() { Viewer::Public } else { self.viewer }
    }

    /// The choices the filter leaves, with their numbers.
    pub fn choices(&self) -> Vec<(usize, &Choice)> {
        let Some((_, prompt)) = self.prompt.as_ref().filter(|_| self.next_local_player().is_none()) else {
            return Vec::new();
        };
        let numbered = prompt.choices.iter().enumerate().map(|(index, choice)| (index + 1, choice));
        numbered.filter(|(_, choice)| matches(choice, &self.filter)).collect()
    }

    /// Lets one computer player decide, if one is asked. Says whether it did.
    pub fn tick(&mut self) -> bool {
        if !self.session.only_bots_to_act() {
            return false;
        }
        if let Err(error) = self.session.play_bot_action() {
            self.message = format!("the computer player is stuck: {error}");
            return false;
        }
        if !self.session.only_bots_to_act() {
            self.autosave();
        }
        self.refresh();
        true
    }

    /// Takes the cursor to a line of the list.
    pub fn move_cursor(&mut self, by: isize) {
        let last = self.choices().len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
        self.number = None;
    }

    /// Adds a digit to the number typed so far and goes to that choice.
    pub fn type_digit(&mut self, digit: usize) {
        let longer = self.number.unwrap_or(0) * 10 + digit;
        let exists = |number: usize| self.choices().iter().position(|(at, _)| *at == number);
        let found = exists(longer).map(|at| (longer, at)).or_else(|| exists(digit).map(|at| (digit, at)));
        match found {
            Some((number, at)) => (self.number, self.cursor) = (Some(number), at),
            None => self.message = format!("there is no choice {longer}"),
        }
    }

    /// Plays the choice under the cursor.
    pub fn choose(&mut self) {
        let action = self.choices().get(self.cursor).map(|(_, choice)| choice.action.clone());
        match (action, self.session.to_act()) {
            (Some(action), Some(seat)) => self.submit(seat, &action),
            _ => "nothing to choose here".clone_into(&mut self.message),
        }
    }

    fn submit(&mut self, seat: Seat, action: &str) {
        let revision = self.session.table.step_count();
        match self.session.table.submit(seat, revision, &[action]) {
            Ok(_) => {
                self.message.clear();
                self.autosave();
            }
            Err(error) => self.message = error.to_string(),
        }
        self.refresh();
    }

    /// Resigns, as the player confirmed.
    pub fn resign(&mut self) {
        self.mode = Mode::Choose;
        let Some(seat) = self.session.to_act().or(self.viewer.seat()) else { return };
        self.message = match self.session.table.resign(seat) {
            Ok(()) => {
                self.autosave();
                String::new()
            }
            Err(error) => error.to_string(),
        };
        self.refresh();
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        let Some(seat) = self.session.to_act().or(self.viewer.seat()) else { return };
        self.message = match self.session.table.undo(seat) {
            Ok(()) => {
                self.autosave();
                "taken back".to_owned()
            }
            Err(error) => format!("cannot take back: {error}"),
        };
        self.refresh();
    }

    /// Shows what the computer would do: the cursor goes there.
    pub fn hint(&mut self) {
        let Some(seat) = self.session.to_act() else { return };
        if let Some(why) = self.session.hint_refusal() {
            why.clone_into(&mut self.message);
            return;
        }
        let Some((action, sentence, plans)) = self.session.hint(seat) else { return };
        self.filter.clear();
        let at = self.choices().iter().position(|(_, choice)| choice.action == action);
        self.cursor = at.unwrap_or(self.cursor);
        // The message has one line: the chances tell how close the plans are.
        let rest: Vec<String> = plans.into_iter().skip(1).map(|plan| format!("; or {plan}")).collect();
        self.message = sentence + &rest.concat();
    }

    /// Saves to the file that was typed.
    pub fn save_as(&mut self, file: &str) {
        let file = PathBuf::from(file.trim());
        self.message = match self.session.save_to(&file) {
            Ok(()) => format!("saved to {}", file.display()),
            Err(error) => format!("not saved: {error}"),
        };
        self.mode = Mode::Choose;
    }

    /// Gives or takes back the order the cursor is on.
    pub fn toggle_order(&mut self, nth: usize) {
        let Some(seat) = self.session.to_act().or(self.viewer.seat()) else { return };
        if nth >= self.session.table.available_orders().len() {
            return;
        }
        let given = self.session.table.orders(seat);
        let given = if given.has(nth) { given.without(nth) } else { given.with(nth) };
        self.session.table.set_orders(seat, given);
        self.autosave();
        self.refresh();
        if self.next_local_player().is_none() {
            self.mode = Mode::Orders(nth);
        }
    }

    /// The new player has the keyboard.
    pub fn confirm_player(&mut self) {
        if let Mode::PassKeyboard(seat) = self.mode {
            self.viewer = Viewer::Seat(seat);
            self.mode = Mode::Choose;
        }
    }

    /// Saves as the match goes on; a full disk must not end it.
    fn autosave(&mut self) {
        if let Err(error) = self.session.autosave() {
            self.message = format!("not saved: {error}");
        }
    }

    /// Asks the table anew after something changed.
    fn refresh(&mut self) {
        let asked = self.session.to_act();
        self.prompt = asked.map(|seat| (seat, self.session.table.prompt(seat)));
        (self.cursor, self.number, self.log_scroll) = (0, None, 0);
        self.filter.clear();
        if self.mode == Mode::Search {
            self.mode = Mode::Choose;
        }
        match self.next_local_player() {
            Some(seat) => self.mode = Mode::PassKeyboard(seat),
            None => self.viewer = self.session.viewer(),
        }
        if let Some(result) = self.session.result() {
            self.message = format!("the match is over: {result} – q to leave");
        }
    }
}
