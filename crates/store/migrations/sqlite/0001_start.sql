-- Times are milliseconds since 1970, ids are numbers, flags are 0 or 1: one SQL text serves both databases.

create table accounts (
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

create table sessions (
    token   text    primary key,             -- a hash: the token itself is only in the cookie
    account integer not null references accounts (id) on delete cascade,
    created integer not null
) strict, without rowid;
create index sessions_account on sessions (account);

create table tables (
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
create index tables_listed on tables (visibility, status, updated);
create index tables_deadline on tables (deadline) where deadline is not null;
create index tables_computer on tables (computer) where computer = 1;

create table chairs (                        -- a cache as well: who sits where, and who is waited for
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    account  integer not null,
    asked    integer not null default 0,     -- since when the table waits for it; 0 if it does not
    deadline integer,
    primary key (table_id, seat)
) strict, without rowid;
create index chairs_account on chairs (account);
create index chairs_asked on chairs (asked) where asked > 0;

create table journal (                       -- the truth: only ever appended to
    table_id integer not null,
    seq      integer not null,
    at       integer not null,
    key      integer,                        -- of the request that made it
    body     text    not null,
    primary key (table_id, seq)
) strict, without rowid;

create table drafts (
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    actions  text    not null,
    primary key (table_id, seat)
) strict, without rowid;

create table invitations (
    token    text    primary key,
    table_id integer not null references tables (id) on delete cascade,
    seat     integer not null,
    created  integer not null,
    used_by  integer
) strict, without rowid;

create table notices (
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
create index notices_account on notices (account, id);

create table jobs (
    id    integer primary key,
    kind  text    not null,
    body  text    not null,
    due   integer not null,
    tries integer not null default 0,
    error text    not null default ''
) strict;
create index jobs_due on jobs (due);
