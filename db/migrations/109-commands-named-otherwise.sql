-- The latest commands are read from the end of the primary key, since ids are made from the time (docs/decisions/063). The
-- others, whose ids are made from what they do or at random, are found here: accounts opened, maturities, what links in
-- mails do. Of no other command, so a request for money pays for nothing but the question.
create index commands_named_otherwise on desk.commands (recorded_at)
  where get_byte(uuid_send(id), 6) not between 112 and 127; -- what has been committed lately
