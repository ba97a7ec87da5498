-- Business time moves in demonstrations only: in live it is the database's own, whoever asks, the application's role too.
create function keep_clock_of_live() returns trigger language plpgsql as $$
begin
  if new.advance <> '0' and (select mode from public.house) = 'live' then
    raise exception 'business time is not moved in live' using errcode = 'GH004';
  end if;
  return new;
end $$;
create trigger clock_of_live before insert or update on business_clock for each row execute function keep_clock_of_live();
