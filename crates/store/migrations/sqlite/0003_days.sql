-- Challenges of the day. A day is counted from 1970-01-01, UTC.
create table days (
    day      integer primary key,
    game     text    not null,
    scenario text    not null,
    title    text    not null,
    seed     text    not null                -- drawn when the day opens; secret until it has closed
) strict;

create table attempts (                      -- the counted attempt of an account
    day     integer not null references days (day),
    account integer not null,
    code    text    not null unique,         -- of its table, which is created after the row
    started integer not null,
    ended   integer,                         -- null while it runs
    won     integer not null default 0,
    points  integer,                         -- null if it did not end before the day closed
    clause  text    not null default '',     -- how it ended
    primary key (day, account)
) strict, without rowid;
create index attempts_ranking on attempts (day, points);
create index attempts_running on attempts (code) where ended is null;
