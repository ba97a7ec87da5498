/** What is refused to whoever hasn't accepted the policies that count. Nothing that is due to a person asks this. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { toAccept } from './counting.ts'
import { acceptedIn, publishedIn } from './table.ts'

/** New business needs the editions that count: a plan, and money for somebody else's account. */
export function refusalByEditions(world: World, owner: OwnerId, at: Instant): Refusal | null {
  const lacking = toAccept(publishedIn(world), acceptedIn(world, owner), at)
  if (lacking.length === 0) return null
  const titles = new Intl.ListFormat('en').format(lacking.map(({ title }) => title).toSorted())
  return refuse(
    'policies_to_accept',
    `Please read and accept our ${titles} first, on the page Policies. Nothing was booked; you can withdraw your money at any time.`,
  )
}
