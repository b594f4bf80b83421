//! What a key does in each mode.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{App, Mode};

impl App {
    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.mode = Mode::Quit;
            return;
        }
        match self.mode.clone() {
            Mode::Choose => self.key_choose(key.code),
            Mode::Search => self.key_search(key.code),
            Mode::WhyNot | Mode::Help => self.key_page(key.code),
            Mode::Orders(line) => self.key_orders(key.code, line),
            Mode::SaveAs(file) => self.key_save(key.code, file),
            Mode::Quit => match key.code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.done = true,
                _ => self.mode = Mode::Choose,
            },
            Mode::Resign => match key.code {
                KeyCode::Char('y' | 'Y') => self.resign(),
                _ => self.mode = Mode::Choose,
            },
            Mode::PassKeyboard(_) => match key.code {
                KeyCode::Enter => self.confirm_player(),
                KeyCode::Char('q') => self.mode = Mode::Quit,
                _ => {}
            },
        }
        // Whoever declined to quit in a hand-over has not taken the keyboard yet.
        if self.mode == Mode::Choose
            && let Some(seat) = self.next_local_player()
        {
            self.mode = Mode::PassKeyboard(seat);
        }
    }

    fn key_choose(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit as usize - '0' as usize),
            KeyCode::Enter => self.choose(),
            KeyCode::Char('/') => self.mode = Mode::Search,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.mode = Mode::SaveAs(self.session.file().display().to_string()),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('w') => (self.mode, self.page_scroll) = (Mode::WhyNot, 0),
            KeyCode::Char('o') => self.mode = Mode::Orders(0),
            KeyCode::Char('c') => self.mode = Mode::Resign,
            KeyCode::Char('?') | KeyCode::F(1) => (self.mode, self.page_scroll) = (Mode::Help, 0),
            KeyCode::Char('q') => self.mode = Mode::Quit,
            KeyCode::Esc => {
                self.filter.clear();
                self.move_cursor(0);
            }
            other => self.key_scroll(other),
        }
    }

    fn key_scroll(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.move_cursor(-1),
            KeyCode::Down => self.move_cursor(1),
            KeyCode::Home => self.move_cursor(isize::MIN),
            KeyCode::End => self.move_cursor(isize::MAX),
            KeyCode::PageUp => self.log_scroll += 5,
            KeyCode::PageDown => self.log_scroll = self.log_scroll.saturating_sub(5),
            KeyCode::Char('[') => self.map_scroll = self.map_scroll.saturating_sub(3),
            KeyCode::Char(']') => self.map_scroll += 3,
            _ => {}
        }
    }

    fn key_search(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(letter) => {
                self.filter.push(letter);
                self.cursor = 0;
            }
            KeyCode::Backspace => {
                self.filter.pop();
                self.cursor = 0;
            }
            KeyCode::Enter => {
                self.mode = Mode::Choose;
                self.choose();
            }
            KeyCode::Esc => {
                self.filter.clear();
                self.mode = Mode::Choose;
            }
            KeyCode::Tab => self.mode = Mode::Choose,
            other => self.key_scroll(other),
        }
    }

    fn key_page(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.page_scroll = self.page_scroll.saturating_sub(1),
            KeyCode::Down => self.page_scroll += 1,
            KeyCode::PageUp => self.page_scroll = self.page_scroll.saturating_sub(10),
            KeyCode::PageDown => self.page_scroll += 10,
            _ => self.mode = Mode::Choose,
        }
    }

    fn key_orders(&mut self, code: KeyCode, line: usize) {
        let last = self.session.table.available_orders().len().saturating_sub(1);
        self.mode = match code {
            KeyCode::Up => Mode::Orders(line.saturating_sub(1)),
            KeyCode::Down => Mode::Orders((line + 1).min(last)),
            KeyCode::Enter | KeyCode::Char(' ') => return self.toggle_order(line),
            _ => Mode::Choose,
        };
    }

    fn key_save(&mut self, code: KeyCode, mut file: String) {
        match code {
            KeyCode::Enter => return self.save_as(&file),
            KeyCode::Esc => {
                self.mode = Mode::Choose;
                return;
            }
            KeyCode::Backspace => {
                file.pop();
            }
            KeyCode::Char(letter) => file.push(letter),
            _ => {}
        }
        self.mode = Mode::SaveAs(file);
    }
}
