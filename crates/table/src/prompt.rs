//! What players are shown of a match: prompts and scenes.

use rules::{Choice, DeniedChoice, Notation, Present, Prompt, Scene, SceneMark, Seat, Viewer};

use crate::Table;

impl<G: Present> Table<G> {
    /// The scenes that ended from step `since` on, as `viewer` saw them, with the index of the step.
    pub fn scenes(&self, viewer: Viewer, since: usize) -> Vec<(usize, Scene)> {
        let from = self.events().partition_point(|(step, _)| *step < since);
        let mut scenes = Vec::new();
        for at in from..self.events().len() {
            let Some(last) = self.game().redact(&self.events()[at].1, viewer) else { continue };
            let events = match self.game().scene_mark(&last) {
                SceneMark::None | SceneMark::Opens => continue,
                SceneMark::Whole => vec![last],
                SceneMark::Closes => self.scene_events(viewer, at),
            };
            let scene = self.game().scene(&self.view(viewer), &events);
            scenes.extend(scene.map(|scene| (self.events()[at].0, scene)));
        }
        scenes
    }

    /// The redacted events from the one that opened the scene to the one at `last`.
    fn scene_events(&self, viewer: Viewer, last: usize) -> Vec<G::Event> {
        let mut events = Vec::new();
        for (_, event) in self.events()[..=last].iter().rev() {
            let Some(event) = self.game().redact(event, viewer) else { continue };
            let opens = self.game().scene_mark(&event) == SceneMark::Opens;
            events.push(event);
            if opens {
                break;
            }
        }
        events.reverse();
        events
    }
}

impl<G: Present + Notation> Table<G> {
    /// The decision of a seat: what it may do, and what it may not do and why.
    pub fn prompt(&self, seat: Seat) -> Prompt {
        let view = self.view(Viewer::Seat(seat));
        let to_act = self.seats_to_act().contains(seat);
        let (mut choices, mut denied) = (Vec::new(), Vec::new());
        let mut candidates = Vec::new();
        if to_act {
            self.game().candidates(self.state(), seat, &mut candidates);
            self.game().corrections(self.state(), seat, &mut candidates);
        } else if !self.is_over() {
            self.game().interjections(self.state(), seat, &mut candidates);
        }
        for action in candidates {
            match self.game().check(self.state(), seat, action) {
                Ok(()) => choices.push(self.choice(&view, seat, action)),
                Err(reason) => denied.push(DeniedChoice {
                    action: self.game().write_action(action),
                    label: self.game().label(&view, seat, action),
                    targets: self.game().targets(&view, action),
                    rule: reason.rule(),
                    why: self.game().why_not(&view, seat, action, reason.rule()),
                }),
            }
        }
        let refusal = self.undo_refusal(seat);
        Prompt {
            title: self.game().title(&view, seat),
            subtitle: self.game().subtitle(&view, seat).filter(|_| to_act),
            rule: self.game().prompt_rule(&view, seat).filter(|_| to_act),
            choices,
            denied,
            undo: refusal.is_none(),
            undo_refused: refusal.map(str::to_owned),
            resign: !self.is_over() && !self.resigned().contains(seat),
        }
    }

    fn choice(&self, view: &G::View, seat: Seat, action: G::Action) -> Choice {
        let game = self.game();
        Choice {
            action: game.write_action(action),
            label: game.label(view, seat, action),
            targets: game.targets(view, action),
            group: game.group(action).to_owned(),
            amount: game.amount(view, seat, action),
            primary: game.is_primary(view, seat, action),
            consequence: game.consequence(view, seat, action),
            irreversible: game.is_irreversible(view, seat, action),
        }
    }
}
