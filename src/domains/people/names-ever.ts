/** Every name that somebody has had here. */

/** SQL of the names of an owner, each once, in one order. */
export const namesEverOf = (owner: string): string =>
  `(select coalesce(jsonb_agg(distinct full_name order by full_name), '[]') from auth.names where person_id = ${owner})`
