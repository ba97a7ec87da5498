-- Plans are offered and changed by staff now, each change a command. What follows from the plans themselves is not
-- kept twice: their order is that of their minimums, and how far one reaches, its maximum and the next minimum say.
alter table plans drop column position;
alter table plan_terms drop column below;
alter table plans alter column slug drop not null; -- only the plans of a content pack have one
alter table plan_terms add column command_id uuid; -- that made these terms, and so says when and who; null: the content pack
