-- Who created a table, for the limit of unfinished tables per account.
alter table tables add column host integer not null default 0;
update tables set host = coalesce(json_extract(header, '$.host'), 0);
create index tables_host on tables (host, status);

-- Scenario files of players, each stored once.
alter table tables add column scenario_hash text;
create index tables_scenario on tables (scenario_hash) where scenario_hash is not null;
create table scenario_files (
    hash text primary key,                   -- BLAKE3 of the text, hex
    text text not null
) strict, without rowid;

-- Heartbeat of the servers, and the times when none of them worked: clocks do not run then.
create table meta (
    key   text primary key,
    value integer not null
) strict, without rowid;
create table downtimes (
    id    integer primary key,
    began integer not null,
    ended integer not null
) strict;

create index sessions_created on sessions (created);
