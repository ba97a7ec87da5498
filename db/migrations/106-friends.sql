-- What one person's friends are read by, newest first, without sorting all of them. It begins as the index that it replaces.
create index owners_by_referrer_and_age on owners (referrer_id, created_at, id) where referrer_id is not null; -- a referrer's friends; what is left when closing
drop index owners_by_referrer;
