-- Message authentication codes: each command, role, password, passkey and recovery code carries one by a key of the server's
-- secret, which the database doesn't hold. docs/decisions/053 tells what they are over, and what they leave open.
alter table desk.commands
  add column rules smallint, -- the version of the rules that decided it; null: older than this column
  add column mac bytea; -- two bytes of the key's number, sixteen of the code; null: older than this column

-- Commands recorded later than this need a MAC. The application's role can neither write here nor say when a command was recorded.
create table desk.macs (
  since timestamptz(3) not null,
  mac bytea, -- of the time before: only a server's own is believed
  filled_at timestamptz(3) -- when what people sign in with got its MACs: by the first start with the secret
);
insert into desk.macs (since) values (clock_timestamp());

-- Null only until the first start that has the secret (src/domains/sign-in/row-macs.ts). A recovery code's MAC stands in place of its digest.
alter table auth.passwords add column mac bytea;
alter table auth.passkeys add column mac bytea;
alter table owners add column role_mac bytea; -- of who works here; null for users

grant insert (rules, mac) on desk.commands to glasshouse_app;
grant select on desk.macs to glasshouse_app;
grant insert (mac), update (mac) on auth.passwords to glasshouse_app;
grant insert (role_mac) on owners to glasshouse_app;
grant insert (mac) on auth.passkeys to glasshouse_app;
