//! The players' rulebooks: every rule they name is in the ledger, and what newcomers ask is answered.

use catalog::Catalog;
use ledger::{BlockKind, Ledger, SpanKind};

#[test]
fn rulebooks_name_rules_of_the_ledger_have_pictures_and_ten_questions() {
    let catalog = Catalog::standard();
    for game in catalog.games() {
        let ledger =
            Ledger::parse(game.id, catalog.game(game.id).expect("a game").ledger()).expect("a ledger");
        let text = lessons::rulebook(game.id).expect("every game has a rulebook");
        let start = format!("{}-", ledger.prefix);
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.')) {
            let id = word.trim_matches(['.', '-']);
            let named = id.starts_with(&start) && id.contains(|c: char| c.is_ascii_digit());
            assert!(!named || ledger.sentence(id).is_some(), "{}: {id} is not in the ledger", game.id);
        }
        assert!(text.matches("[picture: ").count() >= 4, "{}: fewer than four pictures", game.id);
        let (_, questions) = text.split_once("# Ten questions").expect("the questions come last");
        let count = questions.lines().filter(|line| line.contains(". **")).count();
        assert_eq!(count, 10, "{}: questions", game.id);
        let blocks = ledger.blocks(text);
        let links = blocks.iter().flat_map(|block| block.cells.iter().flatten());
        assert!(links.filter(|span| span.kind == SpanKind::Rule).count() > 40, "{}: links", game.id);
        assert!(blocks.iter().any(|block| block.kind == BlockKind::Heading { level: 2 }), "{}", game.id);
    }
}
