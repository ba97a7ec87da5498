-- A removal of an authenticator app is about one app: whoever sets up another one has another id.
alter table auth.authenticator_apps add column id uuid not null default gen_random_uuid();

alter table access_changes add column app uuid; -- its id; erased with the person

-- What is open goes on for the app that was there when it was proposed, and ends where that has gone. Where something
-- waits, business time is the time on the wall.
update access_changes c set app = a.id from auth.authenticator_apps a
 where c.what = 'app' and c.status in ('proposed', 'waiting') and a.person_id = c.owner_id and a.confirmed_at <= c.proposed_at;
update access_changes c set status = 'stopped', decided_at = business_now()
 where c.status in ('proposed', 'waiting')
   and (c.what = 'app' and c.app is null or c.what = 'passkey' and not exists (select from auth.passkeys k where k.person_id = c.owner_id and k.id = c.passkey));
