/** SQL of the links of chains in a period, and of those that the period before ended with. */
import { rawLink } from '../../desk/chain-part.ts'
import { linksWith, type Link } from '../../desk/chain-links.ts'
import { ends, type Period } from './period.ts'

/** SQL of both sorts of links in the period, for a WITH clause after its ends. */
export const linksWithin = `links as (
    select item.owner_id, item.version, 0::bigint as number, item.kind, item.at, item.amount, item.balance_after, item.command_id, item.hash
    from desk.activity item join closed on closed.owner_id = item.owner_id left join opened on opened.owner_id = item.owner_id
    where item.version <= closed.version and item.version > coalesce(opened.version, 0)
    union all
    select link.owner_id, link.version, link.number, null, null, null, null, link.command_id, link.hash
    from desk.unlisted link join closed on closed.owner_id = link.owner_id left join opened on opened.owner_id = link.owner_id
    where link.number <= closed.unlisted and link.number > coalesce(opened.unlisted, 0))`

/** SQL of each owner's last row of activity before the period, the unlisted links after it, and those of the version before, which show what it follows. */
export const lastLinks = (period: Period): string => {
  const after = 'from opened join'
  const inSql = linksWith(`
    select item.owner_id, item.version, 0::bigint as number, item.kind, item.at, item.amount, item.balance_after, item.command_id, item.hash
    ${after} desk.activity item on item.owner_id = opened.owner_id and item.version between opened.version - 1 and opened.version
    union all
    select link.owner_id, link.version, link.number, null, null, null, null, link.command_id, link.hash
    ${after} desk.unlisted link on link.owner_id = opened.owner_id and link.version between opened.version - 1 and opened.version and link.number <= opened.unlisted`)
  return `with ${ends(period)} select last.*, opened.version as "openingVersion" from (${inSql}) last join opened on opened.owner_id = last.owner order by last.owner, last.version, last.number`
}

export type LastLink = Link & { openingVersion: bigint }

/** The link as it is hashed after `before`; null for one of the version before, and where its command is gone. */
export function lastLinkLine(link: LastLink, before: string | null): object | null {
  const raw = link.version === link.openingVersion ? rawLink(link) : null
  return raw && { owner: link.owner, label: raw.label, before, values: raw.values, hash: raw.hash }
}
