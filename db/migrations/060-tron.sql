-- Which addresses on TRON are contracts, as the node says: of those that people ask money for and that USDT came from. What is a
-- contract stays one; what isn't may become one, and is asked again.
create table chain.tron_accounts (
  address text primary key, -- as people of the network write it, and withdrawals keep it
  script text not null unique, -- as nodes do
  is_contract boolean not null,
  asked_at timestamptz(3) not null default clock_timestamp(),
  constraint tron_accounts_script check (script ~ '^41[0-9a-f]{40}$')
);
grant select, insert (address, script, is_contract), update (is_contract, asked_at) on chain.tron_accounts to glasshouse_app;
