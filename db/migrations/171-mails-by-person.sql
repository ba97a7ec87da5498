-- Outside a transaction. How many mails a person was sent of late, counted before a change by somebody whose address isn't confirmed (outbox.sent-of-late).
drop index concurrently if exists outbox_by_person;
create index concurrently outbox_by_person on outbox (owner_id, created_at);
