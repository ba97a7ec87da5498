-- What takes two administrators waits here for the second, whatever it is about: src/domains/proposals.
create table proposals (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null references owners (id), -- whom it is about; the firm itself
  besides_id uuid references owners (id), -- another whom it is about
  kind text not null, -- a kind that a noun declares
  facts text not null, -- what is agreed to: JSON in one form, amounts in cents as text; nothing personal
  words text, -- about a person, in one form: erased with them
  holds text, -- of what only one may be proposed at a time
  holds_too text, -- of what else only one may be
  status text not null check (status in ('open', 'done', 'refused', 'withdrawn', 'expired')),
  ends_at timestamptz(3), -- until when it can be agreed to, by business time; null: until it is decided
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  refusal_reason text, -- erased with whom it is about
  decided_at timestamptz(3),
  decided_by uuid references owners (id), -- null of one that has expired, and of one about somebody who was erased: it is withdrawn, by nobody
  constraint proposals_besides_another check (besides_id <> owner_id),
  constraint proposals_decided_whole check (case status
    when 'open' then decided_at is null and decided_by is null
    when 'expired' then decided_at is not null and decided_by is null
    when 'withdrawn' then (decided_at is null) = (decided_by is null)
    else decided_at is not null and decided_by is not null end)
);
create unique index proposals_held on proposals (holds) where status = 'open';
create unique index proposals_held_too on proposals (holds_too) where status = 'open';
create index proposals_holding on proposals (holds) where holds is not null; -- what was proposed of the same
create index proposals_holding_too on proposals (holds_too) where holds_too is not null;
create index proposals_oldest on proposals (proposed_at, id) where status = 'open'; -- what waits, on the waiting page
create index proposals_of_owner on proposals (owner_id); -- on their page, and erasing a person
create index proposals_besides on proposals (besides_id) where besides_id is not null; -- on the other's page

-- Who agreed to a proposal: its proposer first, where that is an administrator who counts. Nobody does twice.
create table agreements (
  proposal_id uuid not null references proposals (id),
  agreed_by uuid not null references owners (id),
  agreed_at timestamptz(3) not null,
  shown text not null, -- the facts as they were shown, in one form
  primary key (proposal_id, agreed_by)
);

revoke all on proposals, agreements from public;
grant select, insert (id, owner_id, besides_id, kind, facts, words, holds, holds_too, status, ends_at, proposed_at, proposed_by),
  update (words, status, refusal_reason, decided_at, decided_by) on proposals to glasshouse_app;
grant select, insert (proposal_id, agreed_by, agreed_at, shown) on agreements to glasshouse_app;

-- What was decided stays so.
create trigger proposals_decided_once before update on proposals for each row
  when (old.status <> 'open' and (old.status, old.decided_at, old.decided_by) is distinct from (new.status, new.decided_at, new.decided_by))
  execute function refuse_change();
create trigger proposals_words_stay before update of words, refusal_reason on proposals for each row
  when (coalesce(new.words <> old.words, new.words is not null) or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
create trigger agreements_append_only before update or delete or truncate on agreements
  for each statement execute function ledger.refuse_change();
