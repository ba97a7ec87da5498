/**
 * SQL: whether another administrator can still agree to what is proposed, as the rules have it: `by`, the owner who proposed it, is
 * an administrator who can act, and did so less than `forMs` of business time ago.
 */
export const stillOpen = (proposedAt: string, forMs: number) =>
  `by.role = 'admin' and by.status = 'active' and ${proposedAt} > (select business_now()) - ${forMs} * interval '1 millisecond'`
