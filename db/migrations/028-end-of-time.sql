-- Business time has an end. Moments after the year 9999 can be neither read nor kept by those who ask: whoever moved the
-- demonstration's clock there had ended it for everybody, for good.

-- A clock that stands beyond the end is brought back to it, or to the latest moment that anybody's command is stamped
-- with: from there on, everything goes on, and nobody's time runs backwards.
alter table business_clock disable trigger clock_forward;
update business_clock set advance = least(advance, (select greatest('2200-01-01Z', max(stamped_at)) from owners) - clock_timestamp())
 where advance > timestamptz '2200-01-01Z' - clock_timestamp();
alter table business_clock enable trigger clock_forward;

-- No day on which this software can run lies further from the year 9999 than this.
alter table business_clock add constraint clock_within_calendar check (advance <= interval '2913000 days');

create or replace function business_now() returns timestamptz(3) language sql volatile
  return (select least(clock_timestamp() + advance, timestamptz '9999-12-31 23:59:59.999Z') from public.business_clock)::timestamptz(3);

create or replace function keep_clock_forward() returns trigger language plpgsql as $$
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
