-- Whoever answers from what lies in the journal writes here first, and answers only when that commit stands: by the
-- order of the log, everything that was read is then wherever that commit is. docs/decisions/032 tells why.
-- A row is written and removed in one transaction, so that nobody ever sees one and the table doesn't grow.
create table desk.barrier (raised_at timestamptz(3) not null default clock_timestamp());
revoke all on desk.barrier from public;
grant insert, delete on desk.barrier to glasshouse_app;
