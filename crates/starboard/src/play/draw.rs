//! The screen. Draws the app as it is; changes nothing.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Paragraph, Wrap},
};
use rules::Seat;

use super::{App, Mode};

const HELP: &[&str] = &[
    "Enter        play the choice under the cursor",
    "1 2 3 …      go to that choice",
    "arrows       move the cursor",
    "/            search the choices; Esc ends it",
    "w            what is not allowed, and by which rule",
    "u            take the last step back",
    "h            what the computer would do",
    "o            standing orders",
    "s            save",
    "c            give up",
    "[ ]          scroll the map",
    "PgUp PgDn    scroll the log",
    "q            leave; the match is kept",
];

/// These two need no colour.
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);
const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);

/// How to stress words: with colours, or without them.
#[derive(Clone, Copy)]
struct Paint {
    colour: bool,
}

impl Paint {
    fn title(self) -> Style {
        self.tint(Color::Cyan).add_modifier(Modifier::BOLD)
    }
    fn group(self) -> Style {
        self.tint(Color::Yellow)
    }
    fn tint(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }
}

/// Draws the whole screen.
pub fn draw(frame: &mut Frame, app: &App, colour: bool) {
    let paint = Paint { colour };
    let chart = app.session.text_map(app.viewer(), usize::from(frame.area().width.saturating_sub(2)));
    let most = frame.area().height.saturating_sub(3) * 3 / 5;
    let map_height = most.min(chart.len() as u16 + 2);
    let [top, map, bottom, message, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(map_height),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    headline(frame, app, paint, top);
    draw_map(frame, chart, app.map_scroll, paint, map);
    let side = if bottom.width >= 70 { bottom.width * 2 / 5 } else { 0 };
    let [choices, side] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(side)]).areas(bottom);
    draw_choices(frame, app, paint, choices);
    if side.width > 0 {
        draw_side(frame, app, paint, side);
    }
    frame.render_widget(Paragraph::new(app.message.as_str()), message);
    let hints = "Enter play  / find  w why not  u undo  h hint  o orders  s save  ? help  q quit";
    frame.render_widget(Paragraph::new(hints).style(FAINT), keys);
    overlay(frame, app, paint);
}

fn headline(frame: &mut Frame, app: &App, paint: Paint, area: Rect) {
    let table = &app.session.table;
    let people: Vec<String> = app.session.people().iter().map(|seat| table.seat_name(seat)).collect();
    let you =
        if people.is_empty() { "watching".to_owned() } else { format!("you are {}", people.join(" and ")) };
    let text = format!("{} {} · step {} · {you}", table.game(), table.scenario(), table.step_count());
    frame.render_widget(Paragraph::new(text).style(paint.title()), area);
}

fn draw_map(frame: &mut Frame, chart: Vec<String>, scroll: usize, paint: Paint, area: Rect) {
    let block = Block::bordered().title(Span::styled(" map ", paint.title()));
    let height = usize::from(block.inner(area).height);
    let hidden = chart.len().saturating_sub(height);
    let block = if hidden > 0 { block.title_bottom(" [ ] scroll ") } else { block };
    let lines: Vec<Line> = chart.into_iter().skip(scroll.min(hidden)).map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn draw_side(frame: &mut Frame, app: &App, paint: Paint, area: Rect) {
    let standing = app.session.score_lines(app.viewer());
    let height = (standing.len() as u16 + 2).min(area.height / 2);
    let [top, rest] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area);
    let block = Block::bordered().title(Span::styled(" standing ", paint.title()));
    let lines: Vec<Line> = standing.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), top);

    let block = Block::bordered().title(Span::styled(" log ", paint.title()));
    let inner = block.inner(rest);
    let story = app.session.table.events_for(app.viewer(), 0);
    let texts: Vec<String> = story.into_iter().filter_map(|line| Some(line.line?.plain_text())).collect();
    let folded: Vec<String> = texts.iter().flat_map(|text| fold(text, usize::from(inner.width))).collect();
    let height = usize::from(inner.height);
    let last = folded.len().saturating_sub(app.log_scroll.min(folded.len().saturating_sub(height)));
    let first = last.saturating_sub(height);
    let lines: Vec<Line> = folded[first..last].iter().map(|line| Line::from(line.as_str())).collect();
    frame.render_widget(Paragraph::new(lines).block(block), rest);
}

/// Breaks a sentence into lines between words; what goes on is indented.
fn fold(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().expect("there is a line");
        let fresh = line.trim().is_empty();
        if !fresh && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("  {word}"));
            continue;
        }
        let line = lines.last_mut().expect("there is a line");
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

fn draw_choices(frame: &mut Frame, app: &App, paint: Paint, area: Rect) {
    let title = match &app.prompt {
        // What somebody is asked may tell what he holds.
        Some((seat, _)) if app.next_local_player().is_some() => {
            format!(" {} is asked ", app.session.table.seat_name(*seat))
        }
        Some((seat, prompt)) => format!(" {}: {} ", app.session.table.seat_name(*seat), prompt.title),
        None if app.session.result().is_some() => " the match is over ".to_owned(),
        None => " the computer is thinking ".to_owned(),
    };
    let mut block = Block::bordered().title(Span::styled(title, paint.title()));
    if app.mode == Mode::Search || !app.filter.is_empty() {
        block = block.title_bottom(format!(" search: {}_ ", app.filter));
    }
    if let Some(number) = app.number {
        block = block.title_bottom(format!(" {number} "));
    }
    let inner = block.inner(area);
    let mut lines: Vec<Line> = Vec::new();
    let mut cursor_line = 0;
    if app.next_local_player().is_none() {
        let mut group = "";
        for (index, (number, choice)) in app.choices().into_iter().enumerate() {
            if choice.group != group {
                group = &choice.group;
                lines.push(Line::styled(format!(" {group}"), paint.group()));
            }
            let here = index == app.cursor;
            if here {
                cursor_line = lines.len();
            }
            let style = if here { CURSOR } else { Style::new() };
            lines.push(Line::styled(format!("{number:>4}  {}", choice.label), style));
        }
        if let Some((_, prompt)) = app.prompt.as_ref().filter(|(_, prompt)| !prompt.denied.is_empty()) {
            let told = format!("      {} more not allowed (w)", prompt.denied.len());
            lines.push(Line::styled(told, FAINT));
        }
    }
    let height = usize::from(inner.height).max(1);
    let first = (cursor_line + 1).saturating_sub(height);
    let lines: Vec<Line> = lines.into_iter().skip(first).collect();
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// The question in front of everything else, if there is one.
fn overlay(frame: &mut Frame, app: &App, paint: Paint) {
    match &app.mode {
        Mode::Choose | Mode::Search => {}
        Mode::Help => {
            let lines = HELP.iter().map(|line| Line::from(*line)).collect();
            page(frame, app.page_scroll, paint, "help", SCROLL, lines);
        }
        Mode::WhyNot => page(frame, app.page_scroll, paint, "why not", SCROLL, why_not(app, paint)),
        Mode::Orders(cursor) => {
            let keys = " Enter gives or takes back · arrows move · any other key closes ";
            page(frame, 0, paint, "standing orders", keys, orders(app, *cursor));
        }
        Mode::SaveAs(file) => ask(frame, paint, "save to", &format!("{file}_"), "Enter saves · Esc does not"),
        Mode::Quit => {
            ask(frame, paint, "leave", "Quit? The match is saved.", "y or Enter quits · n stays");
        }
        Mode::Resign => ask(frame, paint, "resign", "Resign this match?", "y resigns · n plays on"),
        Mode::PassKeyboard(seat) => {
            let name = app.session.table.seat_name(*seat);
            ask(frame, paint, "next player", &format!("{name} takes the keyboard"), "Enter goes on");
        }
    }
}

fn why_not(app: &App, paint: Paint) -> Vec<Line<'_>> {
    let Some((_, prompt)) = &app.prompt else { return vec![Line::from("you have no decision to make now")] };
    if prompt.denied.is_empty() {
        return vec![Line::from("everything you might try is allowed")];
    }
    let mut lines = Vec::new();
    for refused in &prompt.denied {
        let rule = Span::styled(format!("  {}", refused.rule), paint.group());
        lines.push(Line::from(vec![Span::raw(refused.label.as_str()), rule]));
        let reason = refused.why.as_deref().or_else(|| app.session.rule_text(refused.rule));
        if let Some(sentence) = reason {
            lines.push(Line::styled(format!("  {sentence}"), FAINT));
        }
    }
    lines
}

fn orders<'a>(app: &App, cursor: usize) -> Vec<Line<'a>> {
    let known = app.session.table.available_orders();
    if known.is_empty() {
        return vec![Line::from("this game has no standing orders")];
    }
    let seat = app.session.to_act().or(app.viewer().seat()).unwrap_or(Seat(0));
    let given = app.session.table.orders(seat);
    let line = |(nth, order): (usize, &rules::StandingOrder)| {
        let mark = if given.has(nth) { 'x' } else { ' ' };
        let style = if nth == cursor { CURSOR } else { Style::new() };
        Line::styled(format!("[{mark}] {}", order.label), style)
    };
    known.iter().enumerate().map(line).collect()
}

const SCROLL: &str = " arrows scroll · any other key closes ";

fn page(frame: &mut Frame, scroll: usize, paint: Paint, title: &str, keys: &str, lines: Vec<Line>) {
    let area = centred(frame.area(), 90, (lines.len() as u16).saturating_add(4));
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(Span::styled(format!(" {title} "), paint.title()));
    let block = block.title_bottom(keys.to_owned());
    let scroll = (scroll.min(lines.len().saturating_sub(1)) as u16, 0);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).scroll(scroll).block(block), area);
}

fn ask(frame: &mut Frame, paint: Paint, title: &str, question: &str, keys: &str) {
    let area = centred(frame.area(), 60, 4);
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(Span::styled(format!(" {title} "), paint.title()));
    let lines = vec![Line::from(question), Line::styled(keys.to_owned(), FAINT)];
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// A box in the middle, no larger than the screen.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
