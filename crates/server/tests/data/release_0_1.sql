PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'start','2026-11-18 02:14:20',1,X'2FC6388F3F8D6DCAD43223C4C0DAB90FFC8D7BF67E0C117061AEEE222F87EB130F21BF56278C642E36F36110603BCBFF',57524431);
CREATE TABLE accounts (
    id       integer primary key,
    name     text    not null,
    name_key text    unique,                 -- the name in lower case; null for guests
    password text,
    admin    integer not null default 0,
    email    text    not null default '',
    webhook  text    not null default '',
    notices  integer not null default 1,
    created  integer not null
) strict;
INSERT INTO "accounts" VALUES(1,'Ann','ann','$argon2id$v=19$m=19456,t=2,p=1$pRjkoKdS9V2UmtD0F0ihdg$YbTMahTzZ2bGuysQuPWQ84mrYDZBB2FrkrC05oNJ6g0',0,'','',1,1794968064258);
INSERT INTO "accounts" VALUES(2,'Bob','bob','$argon2id$v=19$m=19456,t=2,p=1$ggWI7s83sL+/J5kucZ13UQ$qne/jg9uWaMwnx2kilLVQOHtlU3LG2K/NpCaPqFni3w',0,'','',1,1794968064726);
CREATE TABLE chairs (                        -- a cache as well: who sits where, and who is waited for
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    account  integer not null,
    asked    integer not null default 0,     -- since when the table waits for it; 0 if it does not
    deadline integer,
    primary key (table_id, seat)
) strict, without rowid;
INSERT INTO "chairs" VALUES(1,0,1,1794968065892,1795227265892);
INSERT INTO "chairs" VALUES(1,1,2,0,NULL);
INSERT INTO "chairs" VALUES(2,0,1,0,NULL);
INSERT INTO "chairs" VALUES(2,1,2,1794968066059,NULL);
INSERT INTO "chairs" VALUES(3,0,1,0,NULL);
INSERT INTO "chairs" VALUES(3,1,2,0,NULL);
INSERT INTO "chairs" VALUES(4,0,1,0,NULL);
CREATE TABLE drafts (
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    actions  text    not null,
    primary key (table_id, seat)
) strict, without rowid;
CREATE TABLE invitations (
    token    text    primary key,
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    created  integer not null,
    used_by  integer
) strict, without rowid;
CREATE TABLE jobs (
    id    integer primary key,
    kind  text    not null,
    body  text    not null,
    due   integer not null,
    tries integer not null default 0,
    error text    not null default ''
) strict;
CREATE TABLE journal (                       -- the truth: only ever appended to
    table_id integer not null,
    seq      integer not null,
    at       integer not null,
    key      integer,                        -- of the request that made it
    body     text    not null,
    primary key (table_id, seq)
) strict, without rowid;
INSERT INTO "journal" VALUES(1,0,1794968064770,NULL,'[{"do":"sat","seat":0,"player":{"kind":"human","account":1,"name":"Ann"}}]');
INSERT INTO "journal" VALUES(1,1,1794968064771,NULL,'[{"do":"sat","seat":1,"player":{"kind":"human","account":2,"name":"Bob"}}]');
INSERT INTO "journal" VALUES(1,2,1794968064772,NULL,'[{"do":"ready","seat":0,"contribution":"salt"}]');
INSERT INTO "journal" VALUES(1,3,1794968064783,NULL,'[{"do":"ready","seat":1,"contribution":"pepper"},{"do":"began","steps":[]}]');
INSERT INTO "journal" VALUES(1,4,1794968064786,NULL,'0 buy
* card 11');
INSERT INTO "journal" VALUES(1,5,1794968064788,NULL,'0 pick A-SE-2');
INSERT INTO "journal" VALUES(1,6,1794968064790,NULL,'0 go OM1');
INSERT INTO "journal" VALUES(1,7,1794968064792,NULL,'0 go OM7');
INSERT INTO "journal" VALUES(1,8,1794968064864,NULL,'0 go OM5');
INSERT INTO "journal" VALUES(1,9,1794968064881,NULL,'0 use 11');
INSERT INTO "journal" VALUES(1,10,1794968065145,NULL,'0 pick A-AG-1');
INSERT INTO "journal" VALUES(1,11,1794968065253,NULL,'0 go OM3');
INSERT INTO "journal" VALUES(1,12,1794968065402,NULL,'1 buy
* card 5');
INSERT INTO "journal" VALUES(1,13,1794968065443,NULL,'1 reveal 5');
INSERT INTO "journal" VALUES(1,14,1794968065503,NULL,'1 pick I-DE-1');
INSERT INTO "journal" VALUES(1,15,1794968065546,NULL,'1 go SG3');
INSERT INTO "journal" VALUES(1,16,1794968065567,NULL,'1 pick I-DE-1');
INSERT INTO "journal" VALUES(1,17,1794968065688,NULL,'1 go SG5
* 1 5');
INSERT INTO "journal" VALUES(1,18,1794968065694,NULL,'1 buy
* card 2');
INSERT INTO "journal" VALUES(1,19,1794968065750,NULL,'1 use 2');
INSERT INTO "journal" VALUES(1,20,1794968065809,NULL,'1 pick I-PR-2');
INSERT INTO "journal" VALUES(1,21,1794968065846,NULL,'1 go DL11');
INSERT INTO "journal" VALUES(1,22,1794968065892,NULL,'1 end');
INSERT INTO "journal" VALUES(1,23,1794968065895,NULL,'0 pass');
INSERT INTO "journal" VALUES(1,24,1794968065897,NULL,'0 pick A-SE-3');
INSERT INTO "journal" VALUES(1,25,1794968065899,NULL,'0 go OM3');
INSERT INTO "journal" VALUES(1,26,1794968065901,NULL,'0 go OM7');
INSERT INTO "journal" VALUES(1,27,1794968065904,NULL,'0 go OM3');
INSERT INTO "journal" VALUES(1,28,1794968065907,NULL,'0 pick A-ST-1');
INSERT INTO "journal" VALUES(1,29,1794968065914,NULL,'0 go OM7');
INSERT INTO "journal" VALUES(1,30,1794968065921,NULL,'0 go OM5');
INSERT INTO "journal" VALUES(1,31,1794968065924,NULL,'0 pick A-AG-1');
INSERT INTO "journal" VALUES(1,32,1794968065928,NULL,'0 go OM1');
INSERT INTO "journal" VALUES(1,33,1794968065932,NULL,'0 pick A-SE-3');
INSERT INTO "journal" VALUES(1,34,1794968065934,NULL,'0 go OM1');
INSERT INTO "journal" VALUES(1,35,1794968065942,NULL,'0 go OM7');
INSERT INTO "journal" VALUES(1,36,1794968065951,NULL,'0 go OM1');
INSERT INTO "journal" VALUES(1,37,1794968065973,NULL,'0 pick A-SE-1');
INSERT INTO "journal" VALUES(1,38,1794968065986,NULL,'0 go DL9');
INSERT INTO "journal" VALUES(1,39,1794968065990,NULL,'0 go DL5
* 6 2');
INSERT INTO "journal" VALUES(1,40,1794968065994,NULL,'0 buy
* card 8');
INSERT INTO "journal" VALUES(1,41,1794968065997,NULL,'0 pick A-SE-2');
INSERT INTO "journal" VALUES(1,42,1794968066000,NULL,'0 go OM2');
INSERT INTO "journal" VALUES(1,43,1794968066003,NULL,'0 go OM6');
INSERT INTO "journal" VALUES(1,44,1794968066005,NULL,'[{"do":"proposed","seat":0,"proposal":{"kind":"take_back","steps":37}}]');
INSERT INTO "journal" VALUES(1,45,1794968066006,NULL,'[{"do":"agreed","seat":1},{"do":"rewound","keep":37}]');
INSERT INTO "journal" VALUES(1,46,1794968066008,NULL,'0 pick A-ST-2');
INSERT INTO "journal" VALUES(1,47,1794968066011,NULL,'0 go OM6');
INSERT INTO "journal" VALUES(1,48,1794968066013,NULL,'0 go OM4
* 6 2');
INSERT INTO "journal" VALUES(1,49,1794968066015,NULL,'0 pass');
INSERT INTO "journal" VALUES(1,50,1794968066018,NULL,'0 pick A-SE-3');
INSERT INTO "journal" VALUES(1,51,1794968066020,NULL,'0 go OM7');
INSERT INTO "journal" VALUES(1,52,1794968066022,NULL,'0 go OM5');
INSERT INTO "journal" VALUES(1,53,1794968066025,NULL,'0 pick A-ST-1');
INSERT INTO "journal" VALUES(1,54,1794968066027,NULL,'0 go OM2');
INSERT INTO "journal" VALUES(1,55,1794968066030,NULL,'0 go OM5');
INSERT INTO "journal" VALUES(1,56,1794968066034,NULL,'0 pick A-ST-2');
INSERT INTO "journal" VALUES(1,57,1794968066043,NULL,'0 go OM3');
INSERT INTO "journal" VALUES(1,58,1794968066047,NULL,'[{"do":"said","account":1,"name":"Ann","seat":0,"text":"see you after the upgrade"}]');
INSERT INTO "journal" VALUES(2,0,1794968066050,NULL,'[{"do":"sat","seat":0,"player":{"kind":"human","account":1,"name":"Ann"}}]');
INSERT INTO "journal" VALUES(2,1,1794968066055,NULL,'[{"do":"sat","seat":1,"player":{"kind":"human","account":2,"name":"Bob"}}]');
INSERT INTO "journal" VALUES(2,2,1794968066056,NULL,'[{"do":"ready","seat":0,"contribution":"salt"}]');
INSERT INTO "journal" VALUES(2,3,1794968066059,NULL,'[{"do":"ready","seat":1,"contribution":"pepper"},{"do":"began","steps":[]}]');
INSERT INTO "journal" VALUES(2,4,1794968066061,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(2,5,1794968066063,NULL,'1 go SG6');
INSERT INTO "journal" VALUES(2,6,1794968066065,NULL,'1 pick I-PR-1');
INSERT INTO "journal" VALUES(2,7,1794968066068,NULL,'1 go SG3');
INSERT INTO "journal" VALUES(2,8,1794968066070,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(2,9,1794968066072,NULL,'1 go SG2');
INSERT INTO "journal" VALUES(3,0,1794968066074,NULL,'[{"do":"sat","seat":0,"player":{"kind":"human","account":1,"name":"Ann"}}]');
INSERT INTO "journal" VALUES(3,1,1794968066075,NULL,'[{"do":"sat","seat":1,"player":{"kind":"human","account":2,"name":"Bob"}}]');
INSERT INTO "journal" VALUES(3,2,1794968066076,NULL,'[{"do":"ready","seat":0,"contribution":"salt"}]');
INSERT INTO "journal" VALUES(3,3,1794968066076,NULL,'[{"do":"ready","seat":1,"contribution":"pepper"},{"do":"began","steps":[]}]');
INSERT INTO "journal" VALUES(3,4,1794968066082,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(3,5,1794968066107,NULL,'1 go SG6');
INSERT INTO "journal" VALUES(3,6,1794968066131,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(3,7,1794968066233,NULL,'1 go SG2');
INSERT INTO "journal" VALUES(3,8,1794968066237,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(3,9,1794968066239,NULL,'1 go DL2');
INSERT INTO "journal" VALUES(3,10,1794968066243,NULL,'1 pick I-DO-1');
INSERT INTO "journal" VALUES(3,11,1794968066246,NULL,'1 go SG2');
INSERT INTO "journal" VALUES(3,12,1794968066252,NULL,'0 pick A-SE-2');
INSERT INTO "journal" VALUES(3,13,1794968066263,NULL,'0 go DL9');
INSERT INTO "journal" VALUES(3,14,1794968066274,NULL,'[{"do":"lost","seat":1,"reason":"resigned","steps":["1 concede"]}]');
INSERT INTO "journal" VALUES(4,0,1794968066298,NULL,'[{"do":"sat","seat":0,"player":{"kind":"human","account":1,"name":"Ann"}}]');
CREATE TABLE notices (
    id       integer primary key,
    account  integer not null references accounts (id) on delete cascade,
    at       integer not null,
    kind     text    not null,
    table_id integer not null,
    mark     integer not null,               -- with kind and table: told only once
    text     text    not null,
    read     integer not null default 0,
    unique (account, table_id, kind, mark)
) strict;
CREATE TABLE sessions (
    token   text    primary key,             -- a hash: the token itself is only in the cookie
    account integer not null references accounts (id) on delete cascade,
    created integer not null
) strict, without rowid;
CREATE TABLE tables (
    id         integer primary key,
    code       text    not null unique,      -- in addresses; cannot be guessed
    header     text    not null,             -- never changes
    created    integer not null,
    -- What follows is a cache of the journal: it may be behind by a moment and can be recomputed.
    seq        integer not null default 0,
    status     text    not null default 'open',
    game       text    not null,
    visibility text    not null,
    updated    integer not null,
    deadline   integer,                      -- when the next clock runs out
    computer   integer not null default 0,   -- does it wait for a computer player?
    summary    text    not null default '{}'
) strict;
INSERT INTO "tables" VALUES(1,'5467bt683vy5n','{"game":"star_borders","scenario":"B","scenario_file":null,"options":{},"seed":"f56b23f10c809561f81252155b0f1b6e75ab5a6c01b1ee7ba3fa8507932c7f6e","host":1,"title":"Running","visibility":"public","clock":{"kind":"mail","days":3,"holidays":5},"on_timeout":"computer","sides":["Alliance","Imperium"],"rules":1,"position":null}',1794968064768,59,'playing','star_borders','public',1794968066047,1795227265892,0,'{"title":"Running","scenario":"B","players":["Ann","Bob"],"result":null,"asked":[[1,1795227265892]]}');
INSERT INTO "tables" VALUES(2,'kqj5p2vcgj3bw','{"game":"star_borders","scenario":null,"scenario_file":{"name":"mine.toml","text":"# A Star Borders scenario of your own. Change what you like, then:\n#\n#     starboard scenario check my.toml\n#     starboard play --scenario-file my.toml\n#\n# Lines with a # in front are ignored: they show what else there is. `starboard scenario schema` describes\n# every field for your editor.\n\nid = \"my-scenario\"                  # short name, 1 to 40 letters\ntitle = \"A Scenario of My Own\"\n# author = \"you\"\nbriefing = \"What the players should know before the first shot.\"\n# teaches = [\"movement\", \"battle\"]\n\n# The sectors and how they lie: DL, ZT (neutral), TH, OM (Alliance), SG, KP (Imperium).\n# `rot` is 0, 90, 180 or 270 degrees clockwise; `x` and `y` are the left and top edge in hundredths of an inch.\nlayout = [\n    { sector = \"SG\", rot = 270, x = 0, y = 0 },\n    { sector = \"DL\", rot = 270, x = 550, y = 0 },\n    { sector = \"TH\", rot = 90, x = 1400, y = 0 },\n]\n\n# Development cards in play, 1 to 12. They need `features.cards`.\ndeck = []\n\n# Special rules:\n# special = [\n#     { rule = \"truce\", until_box = 6 },\n#     { rule = \"income_bonus\", side = \"I\", lp = 1 },\n#     { rule = \"no_replacements\", side = \"both\" },\n#     { rule = \"closed_links\", links = [[\"DL1\", \"DL2\"]] },\n# ]\n\n[countdown]\nstart = 8                                   # the box of the first turn, 1 to 12\nsudden_death = { 4 = 1, 3 = 2, 2 = 3 }      # box = the highest roll that ends the game; {} for none\n\n[initiative]\nmode = \"fixed\"                              # fixed, alternate or roll\nfirst = \"I\"                                 # A, I or roll\n\n[features]\ncards = false\nsalvage = false\nfortify = false\nplanetary_assault = false\n\n# The Free Alliance.\n[sides.A]\nbases = [\"TH1\"]                             # sector bases\ncontrol = [\"TH2\", \"TH3\"]                    # other planets that are its own\nlp = 4                                      # logistics points\nlp_capacity = 8\nships = [\n    { class = \"Starship\", at = \"TH1\" },\n    { class = \"Starship\", at = \"TH2\" },\n    { class = \"Scout\", at = \"TH5\" },\n    { class = \"Auxiliary\", at = \"TH3\" },\n    # { class = \"Scout\", at = \"TH2\", damaged = true },\n]\n# eliminated = [\"Scout\"]                    # can be built again by replacement\n# reinforcements = [{ turn = 6, class = \"Scout\", at = \"base\" }]\n# hand = [3]                                # cards it starts with\n# fortified = { TH1 = 1 }\n\n# The Grand Imperium.\n[sides.I]\nbases = [\"SG1\"]\ncontrol = [\"SG2\", \"SG3\"]\nlp = 4\nlp_capacity = 6\n# honor = 2\nships = [\n    { class = \"Dominator\", at = \"SG1\" },\n    { class = \"Destroyer\", at = \"SG2\" },\n    { class = \"Patroller\", at = \"SG5\" },\n]\n\n[victory]\nvp = { control = 1, nebula = 1 }            # also asteroids, wormhole, own_base, enemy_base\ntie = \"A\"                                   # A, I or draw\n# extra = [{ kind = \"location\", loc = \"DL1\", vp = 2 }]\n# instant = [{ condition = \"opponent_has_no_base\", when = \"end_of_player_turn\" }]\n"},"options":{},"seed":"d3eec1b57fabe336297c28e09826a570e5437ee9fa6c5dc1bc5b1d618f01db30","host":1,"title":"Own scenario","visibility":"public","clock":{"kind":"none"},"on_timeout":"computer","sides":["Alliance","Imperium"],"rules":1,"position":null}',1794968066049,10,'playing','star_borders','public',1794968066072,NULL,0,'{"title":"Own scenario","scenario":"my-scenario","players":["Ann","Bob"],"result":null,"asked":[[2,null]]}');
INSERT INTO "tables" VALUES(3,'87nveafz94kk3','{"game":"star_borders","scenario":"A","scenario_file":null,"options":{},"seed":"20b9934cbbc6af6642d934e63d9a9d3f0f8ec168b844e5e52448a7c53a469651","host":1,"title":"Resigned","visibility":"public","clock":{"kind":"none"},"on_timeout":"computer","sides":["Alliance","Imperium"],"rules":1,"position":null}',1794968066073,15,'over','star_borders','public',1794968066274,NULL,0,'{"title":"Resigned","scenario":"A","players":["Ann","Bob"],"result":{"reason":"resigned","scores":[1000,0],"winners":[0],"by":1},"asked":[]}');
INSERT INTO "tables" VALUES(4,'4azaimhc4aeix','{"game":"star_borders","scenario":null,"scenario_file":null,"options":{},"seed":"47c959cbbff767987d61114fb42d16c2eb782d08e29d33cf3cebbd35cae82580","host":1,"title":"Open","visibility":"public","clock":{"kind":"none"},"on_timeout":"computer","sides":["Alliance","Imperium"],"rules":1,"position":null}',1794968066286,1,'open','star_borders','public',1794968066298,NULL,0,'{"title":"Open","scenario":"","players":["Ann",null],"result":null,"asked":[]}');
CREATE INDEX sessions_account on sessions (account);
CREATE INDEX tables_listed on tables (visibility, status, updated);
CREATE INDEX tables_deadline on tables (deadline) where deadline is not null;
CREATE INDEX tables_computer on tables (computer) where computer = 1;
CREATE INDEX chairs_account on chairs (account);
CREATE INDEX chairs_asked on chairs (asked) where asked > 0;
CREATE INDEX notices_account on notices (account, id);
CREATE INDEX jobs_due on jobs (due);
COMMIT;
