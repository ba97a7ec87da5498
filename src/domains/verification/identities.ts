/** Who people have said they are. */

/** SQL of who this owner has said they are, each time that they sent something in, whatever was decided. */
export const identitiesOf = (owner: string) =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('name', legal_name, 'born', birth_date, 'country', country, 'isVerified', status = 'verified')), '[]') from verifications where owner_id = ${owner} and legal_name is not null)`
