-- Business time: the database's clock and how far the demonstration has moved it. It only moves forward, and has an end:
-- moments after the year 9999 can be neither read nor kept by those who ask.
create table business_clock (
  one boolean primary key default true check (one),
  advance interval not null default '0',
  -- No day on which this software can run lies further from the year 9999 than this.
  constraint clock_within_calendar check (advance <= interval '2913000 days')
);
insert into business_clock default values;

create function business_now() returns timestamptz(3) language sql volatile
  return (select least(clock_timestamp() + advance, timestamptz '9999-12-31 23:59:59.999Z') from public.business_clock)::timestamptz(3);

create function keep_clock_forward() returns trigger language plpgsql as $$
begin
  -- Only an empty house may begin in the past.
  if new.advance < old.advance and exists (select from desk.commands) then
    raise exception 'business time only moves forward' using errcode = 'GH004';
  end if;
  -- A day later than the rule, which counts from when its command was stamped.
  if new.advance > old.advance and new.advance > timestamptz '2200-01-02Z' - clock_timestamp() then
    raise exception 'business time ends with the year 2199' using errcode = 'GH004';
  end if;
  return new;
end $$;
create trigger clock_forward before update on business_clock for each row execute function keep_clock_forward();

-- It moves in demonstrations only: in live it is the database's own, whoever asks, the application's role too.
create function keep_clock_of_live() returns trigger language plpgsql as $$
begin
  if new.advance <> '0' and (select mode from public.house) = 'live' then
    raise exception 'business time is not moved in live' using errcode = 'GH004';
  end if;
  return new;
end $$;
create trigger clock_of_live before insert or update on business_clock for each row execute function keep_clock_of_live();

grant select, update (advance) on business_clock to glasshouse_app;
