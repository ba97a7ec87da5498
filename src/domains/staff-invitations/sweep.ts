/** SQL: addresses of people who were invited and never came go, a week after the invitation could have been used. */
export const sweepInvitations = `with old as (select id from auth.staff_invitations where owner_id is null and expires_at < clock_timestamp() - interval '7 days' limit 1000 for update skip locked)
   delete from auth.staff_invitations invitation using old where invitation.id = old.id`
