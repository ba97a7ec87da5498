-- Who people are: what they send in, and what staff decide on it (docs/decisions/087).
create table verifications (
  id uuid primary key, -- of the command that sent it in
  owner_id uuid not null references owners (id),
  legal_name text, -- erased with the person
  birth_date text check (birth_date ~ '^\d{4}-\d\d-\d\d$'), -- erased with the person
  country text check (country ~ '^[A-Z]{2}$'), -- erased with the person
  address text, -- erased with the person
  documents text not null check (documents ~ '^[0-9a-f-]{36}( [0-9a-f-]{36})*$'), -- ids
  submitted_at timestamptz(3) not null,
  status text not null check (status in ('submitted', 'verified', 'refused')),
  is_final boolean not null check (not is_final or status = 'refused'),
  reason text, -- what the person reads of a refusal; erased with the person
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  verified_until timestamptz(3),
  verified_by uuid references owners (id), -- whoever took it back since
  final_reason text, -- of a refusal for good; erased with the person
  checks text check (checks ~ '^[a-z. ]*$'), -- what whoever decided has confirmed about the documents, in one word each
  constraint verifications_by_others check (decided_by <> owner_id),
  constraint verifications_decided check ((status = 'submitted') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint verifications_have_an_end check (status <> 'verified' or verified_until is not null),
  constraint verifications_by_somebody check ((verified_by is null) = (verified_until is null))
);
create index verifications_of_owner on verifications (owner_id); -- how far somebody is verified
create unique index verifications_one_open on verifications (owner_id) where status = 'submitted';
create index verifications_to_review on verifications (submitted_at, id) where status = 'submitted'; -- staff's work
create index verifications_by_name on verifications (upper(legal_name)) where status = 'verified'; -- whose a payment is
create index verifications_by_end on verifications (verified_until) where status = 'verified'; -- who is told that it ends
create index verifications_by_address on verifications (lower(regexp_replace(address, '[^[:alnum:]]+', '', 'g'))); -- the same address at others
create index verifications_by_time on verifications (submitted_at desc, id desc); -- all of them

grant select,
  insert (id, owner_id, legal_name, birth_date, country, address, documents, submitted_at, status, is_final),
  update (status, is_final, reason, decided_at, decided_by, verified_until, verified_by, final_reason, checks, legal_name, birth_date, country, address)
  on verifications to glasshouse_app;
-- What was entered becomes nothing, and never something else.
create trigger verifications_words_stay before update of legal_name, birth_date, country, address, reason, final_reason on verifications for each row
  when (coalesce(new.legal_name <> old.legal_name, new.legal_name is not null) or coalesce(new.birth_date <> old.birth_date, new.birth_date is not null)
    or coalesce(new.country <> old.country, new.country is not null) or coalesce(new.address <> old.address, new.address is not null)
    or new.reason <> old.reason or new.final_reason <> old.final_reason)
  execute function refuse_change();
-- Refused for good stays so, and nothing becomes open again.
create trigger verifications_stay_decided before update of status, is_final, verified_until, verified_by on verifications for each row
  when ((old.is_final and (new.status <> old.status or not new.is_final)) or (old.status <> 'submitted' and new.status <> old.status and new.status <> 'refused')
    or (old.verified_until is not null and (new.verified_until, new.verified_by) is distinct from (old.verified_until, old.verified_by)))
  execute function refuse_change();
