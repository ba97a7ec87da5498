-- What the last command left of each row that decides something, in order: src/desk/row-states.ts says how a row is compared with it.
-- Only added to; but the words of a person's rows go with the person.
create table desk.row_states (
  table_name text not null,
  key text not null, -- of the row; of several columns with a blank between
  number int not null check (number > 0), -- the last one counts
  command_id uuid, -- that left it so; null: it stood so before there were states
  words bytea, -- MAC over the whole row; null: nothing of it is personal, or its person was erased
  mac bytea not null, -- over its place and what is left of the row without its person
  primary key (table_name, key, number)
);

create function desk.keep_row_state() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.words is not null or (old.table_name, old.key, old.number, old.command_id, old.mac) is distinct from (new.table_name, new.key, new.number, new.command_id, new.mac) then
    raise exception 'desk.row_states is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger row_states_keep_all before update on desk.row_states for each row execute function desk.keep_row_state();
create trigger row_states_append_only before delete or truncate on desk.row_states
  for each statement execute function ledger.refuse_change();

revoke all on desk.row_states from public;
grant select, insert (table_name, key, number, command_id, words, mac), update (words) on desk.row_states to glasshouse_app;

-- When the rows of before got their states: src/desk/mac-times.ts.
alter table desk.macs add column states_filled_at timestamptz(3);
