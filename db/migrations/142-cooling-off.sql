-- A person's first investment can be undone for a while: docs/decisions/085. Until when is part of what was agreed, so it is
-- written once, when the investment is opened.
alter table investments add column undoable_until timestamptz(3), -- null: it can't be undone
  add constraint investments_undoable_while_running check (undoable_until > opened_at and undoable_until <= matures_at);
create unique index investments_undoable_once on investments (owner_id) where undoable_until is not null; -- one a person, ever
grant insert (undoable_until) on investments to glasshouse_app;
