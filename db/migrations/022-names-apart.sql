-- What is kept speaks of people by id, and their names lie apart: erasing a person leaves none behind.
-- docs/decisions/035 tells what was chosen.

-- Every name that a person has had, by number: a reply that is repeated says the one of its time. Goes with the person.
create table auth.names (
  person_id uuid not null references auth.persons (id) on delete cascade,
  number integer not null, -- the first is 1; those from before names were numbered count backwards from 0
  full_name text not null,
  primary key (person_id, number) -- filling in a reply; erasing a person
);
alter table auth.persons add column name_number integer not null default 1; -- of the name that they have now
insert into auth.names (person_id, number, full_name) select id, 1, full_name from auth.persons;

create function auth.number_name() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.name_number := old.name_number + 1;
  return new;
end $$;
create trigger names_are_numbered before update of full_name on auth.persons
  for each row when (old.full_name <> new.full_name) execute function auth.number_name();

create function auth.keep_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.names (person_id, number, full_name) values (new.id, new.name_number, new.full_name) on conflict do nothing;
  return null;
end $$;
create trigger first_names_are_kept after insert on auth.persons for each row execute function auth.keep_name();
create trigger names_are_kept after update of full_name on auth.persons
  for each row when (old.full_name <> new.full_name) execute function auth.keep_name();

revoke all on auth.names from public;
revoke all on function auth.number_name, auth.keep_name from public;
grant select on auth.names to glasshouse_app;

-- A reply as it is sent: names where it is kept with mentions. src/desk/spoken.ts says how they are written. Whoever may
-- call it sees no more than they may read.
create function desk.said(reply text) returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  mention text[];
  name text;
begin
  for mention in select distinct matched from regexp_matches(reply, '\\u0002([0-9a-f-]{36})\.(-?[0-9]{1,9})\\u0003', 'g') as m(matched) loop
    name := coalesce((select to_json(full_name)::text from auth.names where person_id = mention[1]::uuid and number = mention[2]::int), '"a closed account"');
    reply := replace(reply, '\u0002' || mention[1] || '.' || mention[2] || '\u0003', substr(name, 2, length(name) - 2));
  end loop;
  return reply;
end $$;

-- Replies from before this migration, which held names: they hold mentions now, and their digests are of what they were.
-- The audit accepts these commands, and only with the replies that they have here.
create table desk.respoken (
  command_id uuid primary key,
  digest bytea not null -- of the words and the reply as they are kept now
);
create trigger respoken_append_only before update or delete or truncate on desk.respoken
  for each statement execute function ledger.refuse_change();
revoke all on desk.respoken from public;
grant select on desk.respoken to glasshouse_app;

-- What follows works only here, and goes at the end.

-- `canonical` and `particularsDigest` of src/desk/chain.ts.
create function desk.canonical(value jsonb) returns text language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then '{' || coalesce((select string_agg(to_json(name)::text || ':' || desk.canonical(value -> name), ',' order by name collate "C") from jsonb_object_keys(value) as name), '') || '}'
    when 'array' then '[' || coalesce((select string_agg(desk.canonical(item), ',' order by n) from jsonb_array_elements(value) with ordinality as a(item, n)), '') || ']'
    else value::text
  end
$$;
create function desk.digest_of(salt bytea, texts jsonb, status smallint, reply text) returns bytea language sql immutable as $$
  select sha256(convert_to('["particulars",' || to_json(encode(salt, 'hex'))::text || ',' || to_json(desk.canonical(texts))::text || ',' || status || ',' || to_json(reply)::text || ']', 'UTF8'))
$$;

-- A name in JSON, of somebody known by id, as a mention. Of whoever was erased before, no name is kept.
create function desk.mention(person uuid, quoted text) returns text language plpgsql as $$
declare
  called constant text := quoted::json #>> '{}';
  known integer;
begin
  if exists (select from auth.persons where id = person) then
    select number into known from auth.names where person_id = person and full_name = called;
    if known is null then
      insert into auth.names (person_id, number, full_name)
        select person, least(min(number), 1) - 1, called from auth.names where person_id = person returning number into known;
    end if;
  end if;
  return '"\u0002' || person || '.' || coalesce(known, 0) || '\u0003"';
end $$;

-- Each place where a reply could name somebody else, and who that is.
create function desk.with_mentions(command desk.commands, reply text) returns text language plpgsql as $$
declare
  string constant text := '("(?:[^"\\]|\\.)*")';
  at text[];
  request public.withdrawals;
  proposal public.corrections;
  part text;
begin
  -- The referrer of a user who is shown.
  at := regexp_match(reply, '"referredBy":' || string || ',"referredById":"([0-9a-f-]{36})"');
  if at is not null then
    reply := replace(reply, '"referredBy":' || at[1] || ',"referredById"', '"referredBy":' || desk.mention(at[2]::uuid, at[1]) || ',"referredById"');
  end if;
  -- Who decided on a request, and who approved it first.
  at := regexp_match(reply, '"withdrawal":\{"_id":"([0-9a-f-]{36})"');
  select * into request from public.withdrawals where id = coalesce(at[1], command.input ->> 'withdrawal')::uuid;
  if at is not null and request.id is not null then
    part := (regexp_match(reply, '"approvals":(\[\{"by":' || string || ',"at":"[^"]*"\}(?:,\{"by":' || string || ',"at":"[^"]*"\})?\])'))[1];
    at := regexp_match(part, '^\[\{"by":' || string || ',"at":"[^"]*"\}(?:,\{"by":' || string || ',"at":"[^"]*"\})?\]$');
    if at is not null then
      reply := replace(reply, '"approvals":' || part, '"approvals":' || case when at[2] is null
        then replace(part, '"by":' || at[1] || ',"at"', '"by":' || desk.mention(coalesce(request.first_approved_by, request.decided_by), at[1]) || ',"at"')
        else regexp_replace(part, '^\[\{"by":' || string || '(,"at":"[^"]*"\},\{"by":)' || string || '(,"at":"[^"]*"\}\])$',
          '[{"by":' || replace(desk.mention(request.first_approved_by, at[1]), '\', '\\') || '\2' || replace(desk.mention(request.decided_by, at[2]), '\', '\\') || '\4')
        end);
    end if;
    at := regexp_match(reply, '"decidedBy":' || string || ',"payoutReference"');
    if at is not null then
      reply := replace(reply, '"decidedBy":' || at[1] || ',"payoutReference"', '"decidedBy":' || desk.mention(request.decided_by, at[1]) || ',"payoutReference"');
    end if;
  end if;
  -- Who proposed a correction, and who decided on it.
  at := regexp_match(reply, '"proposedById":"([0-9a-f-]{36})","proposedBy":' || string);
  if at is not null then
    reply := replace(reply, '"proposedBy":' || at[2] || ',"decidedAt"', '"proposedBy":' || desk.mention(at[1]::uuid, at[2]) || ',"decidedAt"');
  end if;
  at := regexp_match(reply, '"correction":\{"id":"([0-9a-f-]{36})"');
  select * into proposal from public.corrections where id = coalesce(at[1], command.input ->> 'correction')::uuid;
  if at is not null and proposal.id is not null then
    at := regexp_match(reply, '"decidedBy":' || string || ',"refusalReason"');
    if at is not null then
      reply := replace(reply, '"decidedBy":' || at[1] || ',"refusalReason"', '"decidedBy":' || desk.mention(proposal.decided_by, at[1]) || ',"refusalReason"');
    end if;
  end if;
  -- Who wrote a note.
  at := regexp_match(reply, '"note":\{"id":"[0-9a-f-]{36}","at":"[^"]*","by":' || string || ',"text"');
  if at is not null and command.kind = 'WriteNote' then
    reply := replace(reply, '"by":' || at[1] || ',"text"', '"by":' || desk.mention(command.actor, at[1]) || ',"text"');
  end if;
  -- A refusal that says who has decided already: in its detail and in its message.
  if command.outcome = 'already_decided' then
    at := regexp_match(reply, '"detail":"This (?:request|correction) has already been decided: (?:rejected|approved|paid|returned|withdrawn) by ((?:[^"\\]|\\.)*)\. Nothing was (?:booked|posted)\."');
    if at is not null and coalesce(request.decided_by, proposal.decided_by) is not null then
      part := desk.mention(coalesce(request.decided_by, proposal.decided_by), '"' || at[1] || '"');
      reply := replace(reply, ' by ' || at[1] || '. Nothing was ', ' by ' || substr(part, 2, length(part) - 2) || '. Nothing was ');
    end if;
  end if;
  return reply;
end $$;

do $$
declare
  kept record;
  now_kept text;
begin
  for kept in
    select c as command, d.reply, d.texts, d.reply_status, d.salt, c.particulars_digest
      from desk.particulars d join desk.commands c on c.id = d.command_id
      where d.reply ~ '"(referredBy|decidedBy|proposedBy|by)":"' or c.outcome = 'already_decided'
  loop
    now_kept := desk.with_mentions(kept.command, kept.reply);
    continue when now_kept = kept.reply;
    -- A reply that didn't fit its digest before fits nothing now: the audit goes on naming it.
    if kept.salt is not null and desk.digest_of(kept.salt, kept.texts, kept.reply_status, kept.reply) = kept.particulars_digest then
      insert into desk.respoken (command_id, digest)
        values ((kept.command).id, desk.digest_of(kept.salt, kept.texts, kept.reply_status, now_kept));
    end if;
    update desk.particulars set reply = now_kept where command_id = (kept.command).id;
  end loop;
end $$;

drop function desk.with_mentions, desk.mention, desk.digest_of, desk.canonical;
