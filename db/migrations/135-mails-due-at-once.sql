-- Rounded to the millisecond, the time of writing was up to half of one in the future, and who sent at once found nothing due.
alter table outbox alter column next_attempt_at set default date_trunc('milliseconds', clock_timestamp());
