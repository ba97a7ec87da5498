-- Credits of referrers beyond 10% of what the friend has funded wait for a second administrator, beside corrections.
-- docs/decisions/034 tells what was chosen.

-- Such a proposal is the referrer's, and changes none of the figures: what stands in them is what stood there then.
alter table corrections
  add column friend_id uuid, -- for whom the referrer is to be credited; null: an edit
  add column funding bigint check (funding > 0), -- cents, of which they are to get 10%; null: an edit
  add constraint corrections_credit_is_whole check ((friend_id is null) = (funding is null));

create index corrections_by_friend on corrections (friend_id, proposed_at, id) where friend_id is not null; -- on the friend's page

-- What the credits for a friend have come to is in the journal, which says of each command that credited somebody how
-- much and for whom. No other command is in this index.
create index commands_credits on desk.commands ((input ->> 'user')) where input ? 'credited' and outcome = 'done'; -- the sum of a friend's credits
