-- Whose each piece of work is that waits for staff, until when it is put off, and what was noted with it. A row for a piece that
-- somebody has taken, given, given back or put off; it stays when the piece is decided.
create table work_items (
  item_id uuid not null, -- of the request, the verification, the receipt and so on that waits
  work text not null, -- as src/contract/staff-work.ts names the kinds
  owner_id uuid not null references owners (id), -- whom the piece is about, or the firm
  holder_id uuid references owners (id), -- counts while they may decide on it
  held_since timestamptz(3),
  put_off_until timestamptz(3), -- business time: the beginning of a day
  note text check (length(note) between 1 and 500), -- for staff; erased with the person
  note_by uuid references owners (id),
  note_at timestamptz(3),
  primary key (item_id, work), -- also what the list of work is joined with
  constraint work_items_held_since check ((held_since is null) = (holder_id is null)),
  constraint work_items_put_off_by_somebody check (put_off_until is null or holder_id is not null)
);
create index work_items_of_owner on work_items (owner_id); -- erased with their person

grant select, insert (item_id, work, owner_id, holder_id, held_since, put_off_until, note, note_by, note_at),
  update (owner_id, holder_id, held_since, put_off_until, note, note_by, note_at)
  on work_items to glasshouse_app;
