-- How far the demonstration's history has been told. No row: it was not begun; live houses never have one.
create table demo_world (
  one boolean primary key default true check (one),
  reached bigint not null, -- milliseconds from the midnight on which it was begun: of the past, so below zero
  completed_at timestamptz(3)
);

create function refuse_demo_world() returns trigger language plpgsql as $$
begin
  if (select mode from public.house) <> 'demo' then
    raise exception 'sample people and play money belong into the demonstration only' using errcode = 'GH005';
  end if;
  return new;
end $$;
create trigger demo_world_in_demo_only before insert on demo_world for each row execute function refuse_demo_world();

grant select, insert (reached), update (reached, completed_at) on demo_world to glasshouse_app;
