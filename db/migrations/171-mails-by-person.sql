-- How many mails a person was sent of late, counted before a change by somebody whose address isn't confirmed.
create index outbox_by_person on outbox (owner_id, created_at); -- outbox.sent-of-late
