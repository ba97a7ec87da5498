import type { Computed } from '../../contract/computed.ts'
import type { PoliciesToAccept } from '../../contract/site.ts'
import { fillPage } from './computed-parts.ts'
import type { Pack } from './pack.ts'

/** One that the pack has no text of can't be accepted. */
export function policiesToAccept(
  { firm: { accepted, zone }, policies }: Pick<Pack, 'firm' | 'policies'>,
  computed: Computed,
): PoliciesToAccept {
  const texts = (accepted?.policies ?? []).flatMap((policy) => {
    const page = policies[policy]
    return page ? [{ policy, page: fillPage(page, computed) }] : []
  })
  return { texts, noticeDays: accepted?.noticeDays ?? 30, zone }
}
