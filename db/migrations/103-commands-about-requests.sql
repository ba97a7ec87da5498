-- What was decided about a request is found by it, before money leaves (docs/decisions/051). Of no other command; those that
-- ask for money are found by their own id. Requests are numbered in the order of time, so it is written near its end.
create index commands_about_requests on desk.commands ((input ->> 'withdrawal')) where input ? 'withdrawal' and outcome = 'done'; -- what became of a request
