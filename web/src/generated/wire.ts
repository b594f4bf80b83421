// Generated from crates/wire. Do not edit: run `cargo test -p wire` with STARBOARD_BLESS=1.

/**
 * The body of every answer that is not a success.
 */
export type Failure = { 
/**
 * What went wrong.
 */
error: ErrorBody, };

/**
 * What went wrong, for machines and for people.
 */
export type ErrorBody = { 
/**
 * A short name for machines; docs/api.md lists them.
 */
code: string, 
/**
 * A sentence for people.
 */
message: string, 
/**
 * The ledger's row that forbids the action, where one does.
 */
rule?: string, 
/**
 * The table's revision now, where the request named an old one.
 */
revision?: number, 
/**
 * Seconds to wait before trying again, where waiting helps.
 */
retry_after?: number, };

/**
 * A game of the catalogue.
 */
export type GameInfo = { 
/**
 * Name in addresses and requests.
 */
id: string, 
/**
 * Name for people.
 */
title: string, 
/**
 * One line.
 */
blurb: string, 
/**
 * Names of the chairs of the default scenario.
 */
seats: Array<string>, 
/**
 * What can be played.
 */
scenarios: Array<ScenarioInfo>, 
/**
 * Standing orders a seat can give.
 */
orders: Array<OrderInfo>, 
/**
 * Levels of the computer players, weakest first.
 */
levels: Array<string>, };

/**
 * A scenario.
 */
export type ScenarioInfo = { 
/**
 * Short name, e.g. `A`.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * The story.
 */
briefing: string, 
/**
 * What it teaches.
 */
teaches: Array<string>, 
/**
 * How long it takes, in a few words.
 */
length: string, };

/**
 * A standing order.
 */
export type OrderInfo = { 
/**
 * Name in requests.
 */
id: string, 
/**
 * The sentence on the settings page.
 */
label: string, };

/**
 * An own scenario file.
 */
export type ScenarioFile = { 
/**
 * Its name, for messages.
 */
name: string, 
/**
 * Its text.
 */
text: string, };

/**
 * What checking a scenario file found.
 */
export type CheckReport = { 
/**
 * It cannot be played because of these.
 */
errors: Array<string>, 
/**
 * It can, but somebody should look.
 */
warnings: Array<string>, 
/**
 * What it is, if it can be played.
 */
summary: Array<string>, 
/**
 * The board at its start, as anybody may see it; `null` if it cannot be played.
 */
view: unknown, };

/**
 * An account, as its owner sees it.
 */
export type Account = { 
/**
 * Its number.
 */
id: number, 
/**
 * The name others see.
 */
name: string, 
/**
 * Not yet claimed with a name and a password?
 */
guest: boolean, 
/**
 * May it administer the server?
 */
admin: boolean, 
/**
 * Where notices and settings stand.
 */
settings: AccountSettings, };

/**
 * What an owner can set. A field that is absent in a request stays as it is; an empty text clears it.
 */
export type AccountSettings = { 
/**
 * Where notices go by e-mail.
 */
email?: string, 
/**
 * Where notices go by `POST`; `https` only, unless the administrator allows otherwise.
 */
webhook?: string, 
/**
 * Send notices at all?
 */
notices?: boolean, };

/**
 * The answer to "who am I?".
 */
export type Me = { 
/**
 * Nobody yet: `null`; a guest or an account otherwise.
 */
account: Account | null, 
/**
 * Tables that wait for me.
 */
waiting: number, 
/**
 * Notices I have not read.
 */
unread: number, };

/**
 * Play as a guest at once.
 */
export type GuestRequest = { 
/**
 * A name to be called by, 1 to 24 characters; a made-up one if absent.
 */
name?: string, };

/**
 * Make an account; a guest who asks becomes it and keeps his tables.
 */
export type Register = { 
/**
 * 2 to 24 characters: letters, digits, space, `-`, `_`, `.`.
 */
name: string, 
/**
 * 8 to 200 characters.
 */
password: string, };

/**
 * Come back.
 */
export type Login = { 
/**
 * The account's name; upper and lower case are the same.
 */
name: string, 
/**
 * Its password.
 */
password: string, };

/**
 * Change the password; every other session of the account ends.
 */
export type NewPassword = { 
/**
 * The password until now.
 */
old: string, 
/**
 * 8 to 200 characters.
 */
new: string, };

/**
 * Something the account should know.
 */
export type Notice = { 
/**
 * Its number: rising.
 */
id: number, 
/**
 * When it was made.
 */
at: number, 
/**
 * What it is about.
 */
kind: NoticeKind, 
/**
 * The table's id.
 */
table: string, 
/**
 * The sentence.
 */
text: string, 
/**
 * Seen already?
 */
read: boolean, };

/**
 * What a notice is about.
 */
export type NoticeKind = "your_turn" | "deadline" | "over";

/**
 * A table to be made.
 */
export type NewTable = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id; the game's default if absent.
 */
scenario?: string, 
/**
 * An own scenario file instead.
 */
scenario_file?: ScenarioFile, 
/**
 * Options of the game, by name.
 */
options?: { [key in string]: string }, 
/**
 * Who sits where, in seat order; missing ones are open.
 */
seats?: Array<NewSeat>, 
/**
 * Who may see it.
 */
visibility?: Visibility, 
/**
 * The clock.
 */
clock?: ClockRule, 
/**
 * What happens when a clock runs out.
 */
on_timeout?: OnTimeout, 
/**
 * A name for the table, up to 60 characters.
 */
title?: string, };

/**
 * A chair of a table to be made.
 */
export type NewSeat = { "kind": "me" } | { "kind": "open" } | { "kind": "computer", 
/**
 * One of the game's levels.
 */
level: string, };

/**
 * Who may see a table.
 */
export type Visibility = "public" | "unlisted" | "private";

/**
 * How time is measured.
 */
export type ClockRule = { "kind": "none" } | { "kind": "live", 
/**
 * Seconds in the bank.
 */
bank: number, 
/**
 * Seconds added when a seat has decided and is no longer asked.
 */
increment: number, } | { "kind": "mail", 
/**
 * Days per decision.
 */
days: number, 
/**
 * Days each player may be on holiday during the match.
 */
holidays: number, };

/**
 * What happens when a clock runs out.
 */
export type OnTimeout = "computer" | "loss";

/**
 * Where a table stands.
 */
export type Status = "open" | "playing" | "over" | "frozen";

/**
 * Why a match ended.
 */
export type EndReason = "played" | "resigned" | "timed_out" | "drawn" | "abandoned";

/**
 * How a match ended.
 */
export type Result = { 
/**
 * Why.
 */
reason: EndReason, 
/**
 * A share of 1000 for each seat; empty if the match never began.
 */
scores: Array<number>, 
/**
 * Who gave up or ran out of time.
 */
by?: number, };

/**
 * Who sits on a chair.
 */
export type Player = { "kind": "human", 
/**
 * The account.
 */
account: number, 
/**
 * The name.
 */
name: string, } | { "kind": "computer", 
/**
 * Its level.
 */
level: string, 
/**
 * For whom it took over, if it did.
 */
instead_of?: string, };

/**
 * A chair.
 */
export type SeatInfo = { 
/**
 * Its number.
 */
seat: number, 
/**
 * The side's name, e.g. `Imperium`.
 */
name: string, 
/**
 * Who sits there; `null` is open.
 */
player: Player | null, 
/**
 * Ready to begin?
 */
ready: boolean, 
/**
 * The random text the seat stirred into the dice, shown once the match has begun.
 */
contribution?: string, 
/**
 * Is somebody of this seat connected?
 */
connected: boolean, 
/**
 * Does the table wait for it?
 */
asked: boolean, };

/**
 * The clocks at one moment.
 */
export type ClockFace = { 
/**
 * The server's time when this was written: subtract, to be free of a wrong local clock.
 */
now: number, 
/**
 * Milliseconds each seat has left, at `now`.
 */
left: Array<number>, 
/**
 * The seats whose clock runs.
 */
running: Array<number>, 
/**
 * Days off each seat has left (mail).
 */
holidays: Array<number>, 
/**
 * Until when each seat is on holiday; 0 if it is not.
 */
away_until: Array<number>, };

/**
 * Something a player proposes that the others must agree to. Computer players agree to everything but a draw.
 */
export type Proposal = { "kind": "draw" } | { "kind": "take_back", 
/**
 * How many steps to keep.
 */
steps: number, } | { "kind": "clock", 
/**
 * The new one.
 */
clock: ClockRule, };

/**
 * A table, as one viewer may know it.
 */
export type TableInfo = { 
/**
 * Its id: part of its address, `/t/{id}`.
 */
id: string, 
/**
 * The number of changes so far: where a stream resumes.
 */
seq: number, 
/**
 * The last change of the match itself: what a move must name.
 */
revision: number, 
/**
 * A name.
 */
title: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * Own options of the game.
 */
options: { [key in string]: string }, 
/**
 * Where it stands.
 */
status: Status, 
/**
 * Who may see it.
 */
visibility: Visibility, 
/**
 * The account that made it.
 */
host: number, 
/**
 * The chairs.
 */
seats: Array<SeatInfo>, 
/**
 * My chairs.
 */
mine: Array<number>, 
/**
 * The clock.
 */
clock: ClockRule, 
/**
 * What happens when it runs out.
 */
on_timeout: OnTimeout, 
/**
 * How much time is left, if it is measured and the match runs.
 */
face: ClockFace | null, 
/**
 * What somebody proposes, who does, and who has agreed already.
 */
proposal: ProposalRequest | null, 
/**
 * Which seats agreed to the proposal.
 */
agreed: Array<number>, 
/**
 * SHA-256 of the secret of the dice, in hex: shown before anybody contributes.
 */
commitment: string, 
/**
 * The secret, once the match is over.
 */
seed: string | null, 
/**
 * How it ended.
 */
result: Result | null, 
/**
 * Why it is frozen.
 */
frozen?: string, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it last changed.
 */
updated: number, };

/**
 * A table in a list.
 */
export type TableSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * A name.
 */
title: string, 
/**
 * The game's id.
 */
game: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * Where it stands.
 */
status: Status, 
/**
 * Who may see it.
 */
visibility: Visibility, 
/**
 * Names of the players in seat order; `null` is an open chair.
 */
players: Array<string | null>, 
/**
 * Does it wait for me?
 */
waits_for_me: boolean, 
/**
 * When my clock runs out, if one runs.
 */
deadline: number | null, 
/**
 * How it ended.
 */
result: Result | null, 
/**
 * When it last changed.
 */
updated: number, };

/**
 * A list of tables.
 */
export type Lobby = { 
/**
 * In the order to show them.
 */
tables: Array<TableSummary>, 
/**
 * Pass as `before` to get the next page; absent on the last one.
 */
next?: number, };

/**
 * Take a chair.
 */
export type JoinRequest = { 
/**
 * Which; any open one if absent. A seat a computer keeps for me may be taken back.
 */
seat?: number, };

/**
 * Leave a chair: before the match begins it becomes open, after that a computer takes over.
 */
export type LeaveRequest = { 
/**
 * Which of mine; all of them if absent.
 */
seat?: number, };

/**
 * Ready to begin; the match begins when everybody is.
 */
export type ReadyRequest = { 
/**
 * A random text (up to 64 characters) to stir into the dice, made *after* the commitment was seen.
 */
contribution?: string, };

/**
 * Give up.
 */
export type ResignRequest = { 
/**
 * Which of mine.
 */
seat: number, };

/**
 * Propose something.
 */
export type ProposalRequest = { 
/**
 * As which of my seats.
 */
seat: number, 
/**
 * What.
 */
proposal: Proposal, };

/**
 * Answer what was proposed.
 */
export type ProposalAnswer = { 
/**
 * As which of my seats.
 */
seat: number, 
/**
 * Yes or no. The proposer's no withdraws it.
 */
agree: boolean, };

/**
 * Be away for some days of the match's allowance (mail); 0 ends the holiday.
 */
export type HolidayRequest = { 
/**
 * Which of my seats.
 */
seat: number, 
/**
 * How many days from now.
 */
days: number, };

/**
 * Invite somebody to a chair.
 */
export type InvitationRequest = { 
/**
 * Which.
 */
seat: number, };

/**
 * An invitation to send to somebody.
 */
export type Invitation = { 
/**
 * The secret.
 */
token: string, 
/**
 * The address to send.
 */
url: string, 
/**
 * To which chair.
 */
seat: number, };

/**
 * An invitation, as the invited sees it.
 */
export type InvitationView = { 
/**
 * To which chair.
 */
seat: number, 
/**
 * Has somebody taken it?
 */
used: boolean, 
/**
 * Of which table.
 */
table: TableInfo, };

/**
 * What a choice points at on the board; anything else is a button.
 */
export type Target = { "kind": "piece", "id": string } | { "kind": "place", "id": string } | { "kind": "card", "id": string } | { "kind": "amount", "id": number } | { "kind": "seat", "id": number } | { "kind": "button" };

/**
 * One thing a player may do.
 */
export type Choice = { 
/**
 * What to send back.
 */
action: string, 
/**
 * What it says on the button.
 */
label: string, 
/**
 * Where it lights up.
 */
target: Target, 
/**
 * Choices of one group are shown together.
 */
group: string, };

/**
 * One thing a player may not do, and why.
 */
export type Refused = { 
/**
 * The action.
 */
action: string, 
/**
 * What it would have said on the button.
 */
label: string, 
/**
 * Where it is greyed out.
 */
target: Target, 
/**
 * The ledger's row that forbids it.
 */
rule: string, };

/**
 * What a seat is asked. No choices: it is not asked.
 */
export type Prompt = { 
/**
 * The question in plain words.
 */
title: string, 
/**
 * What may be done.
 */
choices: Array<Choice>, 
/**
 * What may not be done, and why.
 */
refused: Array<Refused>, 
/**
 * Can the last step be taken back?
 */
undo: boolean, 
/**
 * If not: why not.
 */
undo_refused: string | null, 
/**
 * Can this seat give up?
 */
concede: boolean, };

/**
 * Something that happened, as one viewer perceived it.
 */
export type LogLine = { 
/**
 * The step that caused it: the moment `step` is the board just before.
 */
step: number, 
/**
 * The sentence, if it is worth one.
 */
text?: string, 
/**
 * The event itself, for animation.
 */
event: unknown, };

/**
 * Part of the log.
 */
export type LogPage = { 
/**
 * How many steps have been made.
 */
steps: number, 
/**
 * The lines.
 */
lines: Array<LogLine>, };

/**
 * A decision. Send an `Idempotency-Key` with it: a repeated request is then answered like the first.
 */
export type Move = { 
/**
 * As which of my seats.
 */
seat: number, 
/**
 * The revision the player looked at.
 */
revision: number, 
/**
 * What was chosen; several only if no die falls and nothing is revealed between them. All or nothing.
 */
actions: Array<string>, };

/**
 * The decision stands, on disk.
 */
export type Moved = { 
/**
 * The revision after it.
 */
revision: number, 
/**
 * The number of changes after it.
 */
seq: number, 
/**
 * Was it done already, by an earlier request with the same key?
 */
repeated?: boolean, };

/**
 * Take back the last step.
 */
export type UndoRequest = { 
/**
 * As which of my seats.
 */
seat: number, 
/**
 * The revision the player looked at.
 */
revision: number, };

/**
 * The standing orders of a seat, by name.
 */
export type Orders = { 
/**
 * Which of my seats.
 */
seat: number, 
/**
 * The orders given; all others are not.
 */
given: Array<string>, };

/**
 * What to do with the plan of a seat.
 */
export type DraftChange = { "kind": "add", 
/**
 * One of the preview's choices.
 */
action: string, } | { "kind": "back" } | { "kind": "clear" };

/**
 * A private plan: tried out on a copy of the table, seen by nobody else, kept until it is sealed.
 */
export type Draft = { 
/**
 * Whose.
 */
seat: number, 
/**
 * The revision it is made for.
 */
revision: number, 
/**
 * What is planned.
 */
actions: Array<string>, 
/**
 * The last planned action rolls dice or reveals something: it is not previewed, and nothing can follow.
 */
complete: boolean, 
/**
 * Actions forgotten because the table has moved on.
 */
dropped: Array<string>, 
/**
 * The board as it would be.
 */
view: unknown, 
/**
 * What could be planned next.
 */
prompt: Prompt, };

/**
 * The board at an earlier moment.
 */
export type Moment = { 
/**
 * After how many steps.
 */
step: number, 
/**
 * Of how many.
 */
steps: number, 
/**
 * The board.
 */
view: unknown, };

/**
 * What the computer would do.
 */
export type Advice = { 
/**
 * For which revision.
 */
revision: number, 
/**
 * The action.
 */
action: string, 
/**
 * What it says on the button.
 */
label: string, };

/**
 * One message of a stream.
 */
export type News = { "type": "table" } & TableInfo | { "type": "scene" } & Scene | { "type": "update" } & Update | { "type": "chat" } & Chat | { "type": "ping" } | { "type": "bye", 
/**
 * Why.
 */
reason: Goodbye, };

/**
 * Why a stream ends.
 */
export type Goodbye = "shutdown" | "forbidden" | "slow";

/**
 * The whole board, as one viewer sees it.
 */
export type Scene = { 
/**
 * The number of changes so far: resume with `since=seq`.
 */
seq: number, 
/**
 * What a move must name.
 */
revision: number, 
/**
 * Lines of earlier steps than this stay; later ones are replaced by `log`.
 */
keep: number, 
/**
 * What happened since then.
 */
log: Array<LogLine>, 
/**
 * What the board draws; `null` before the match begins.
 */
view: unknown, 
/**
 * What my seat is asked; `null` for spectators and before the match begins.
 */
prompt: Prompt | null, 
/**
 * One line per seat.
 */
standing: Array<string>, 
/**
 * The seats the table waits for.
 */
asked: Array<number>, 
/**
 * The clocks.
 */
face?: ClockFace, };

/**
 * One change. On the wire a list: `[path]` removes a key, `[path, value]` sets a key or an element,
 * `[path, at, remove, [items]]` splices a list. A path is a list of keys and indices; `[]` is the whole.
 */
export type Op = [Array<string | number>] | [Array<string | number>, unknown] | [Array<string | number>, number, number, Array<unknown>];

/**
 * The difference between two [`Scene`]s.
 */
export type Update = { 
/**
 * The `seq` this applies to; anything else: connect again.
 */
from: number, 
/**
 * The `seq` after it.
 */
seq: number, 
/**
 * What a move must name.
 */
revision: number, 
/**
 * Present after an undo: lines of this step and later ones are gone.
 */
keep?: number, 
/**
 * What happened.
 */
log?: Array<LogLine>, 
/**
 * Changes of `{ view, prompt, standing, asked }`.
 */
patch?: Array<Op>, 
/**
 * The clocks.
 */
face?: ClockFace, };

/**
 * Something somebody said.
 */
export type Chat = { 
/**
 * Its place among the changes of the table.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * Who, by name.
 */
name: string, 
/**
 * As which seat; spectators have none.
 */
seat: number | null, 
/**
 * What. Plain text: show it as text.
 */
text: string, };

/**
 * Say something.
 */
export type ChatRequest = { 
/**
 * 1 to 500 characters.
 */
text: string, };

