/** SQL: whether somebody is verified now, and lived there when they were. Both are columns or parameters. */
export const livesIn = (owner: string, country: string): string =>
  `exists (select from verifications held where held.owner_id = ${owner} and held.status = 'verified' and held.country = ${country}
     and held.verified_until > (select business_now()))`
