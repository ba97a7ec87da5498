/** SQL: whether somebody has money in this plan now. Both are columns or parameters. */
export const holdsPlan = (owner: string, plan: string): string =>
  `exists (select from investments held where held.owner_id = ${owner} and held.status = 'running' and held.plan_id = ${plan})`
