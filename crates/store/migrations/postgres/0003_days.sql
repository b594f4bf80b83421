-- Challenges of the day. A day is counted from 1970-01-01, UTC.
create table days (
    day      bigint primary key,
    game     text    not null,
    scenario text    not null,
    title    text    not null,
    seed     text    not null                -- drawn when the day opens; secret until it has closed
);

create table attempts (                      -- the counted attempt of an account
    day     bigint not null references days (day),
    account bigint not null,
    code    text    not null unique,         -- of its table, which is created after the row
    started bigint not null,
    ended   bigint,                          -- null while it runs
    won     bigint  not null default 0,
    points  bigint,                          -- null if it did not end before the day closed
    clause  text    not null default '',     -- how it ended
    primary key (day, account)
);
create index attempts_ranking on attempts (day, points);
create index attempts_running on attempts (code) where ended is null;
