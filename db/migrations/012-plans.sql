-- Plans are offered and changed by staff, each change a command. What follows from the plans themselves is not kept twice:
-- their order is that of their minimums, and how far one reaches, its maximum and the next minimum say.
create table plans (
  id uuid primary key,
  slug text unique, -- only the plans of a content pack have one
  on_sale boolean not null default true,
  terms_version integer not null
);

-- Terms change by a new version; what is running keeps a copy of the old one.
create table plan_terms (
  plan_id uuid not null references plans (id),
  version integer not null,
  title text not null,
  range_text text not null,
  minimum bigint not null check (minimum > 0),
  maximum bigint check (maximum >= minimum), -- as shown
  duration_days integer not null check (duration_days > 0),
  profit_percent integer not null check (profit_percent between 1 and 100),
  risk_version integer not null check (risk_version > 0),
  risk_warning text not null,
  command_id uuid, -- that made these terms, and so says when and who; null: the content pack
  primary key (plan_id, version)
);

grant select, insert (id, slug, on_sale, terms_version), update (on_sale, terms_version) on plans to glasshouse_app;
grant select, insert (plan_id, version, title, range_text, minimum, maximum, duration_days, profit_percent, risk_version, risk_warning, command_id)
  on plan_terms to glasshouse_app;
