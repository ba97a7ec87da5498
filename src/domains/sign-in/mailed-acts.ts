/**
 * Links in mails that act for their account, without signing in. Such a link needs no row of its own: it is the id of the
 * command that sent the mail, and whose account that was about, signed for one act. So it ends by itself.
 */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { OwnerStatus } from '../../contract/user.ts'
import { idFromName } from '../../platform/ids.ts'
import type { Recorded } from '../../platform/route.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { HouseDesk } from '../house-desk.ts'
import type { LinkUse } from '../../platform/mail/letter.ts'
import { frozenByCheckAlone } from '../checks/stops.ts'
import { openMailedLink } from './mailed-links.ts'

export type MailedAct = 'cancel-request' | 'freeze-account'

/**
 * As what a link's command is handed in: its id follows from the link's, so it is done once, however often the link is used.
 * Only that counts: where it is refused for a reason that passes, the link can be used again.
 */
export const askedByLink = (
  use: LinkUse,
  { id, owner, requestId }: { id: string; owner: string; requestId: string },
) =>
  ({
    id: idFromName(`${use} ${id}`),
    actor: owner,
    key: null,
    bodyHash: '',
    requestId,
    actsOnce: true,
  }) as const

/** `id` is of the command that sent the mail. */
export type Acting = { id: string; owner: string; status: OwnerStatus; byCheckAlone: boolean }

// Of one's own account, not of staff's: freezing those ends more than money out. Whatever changes a password or an email ends
// the links of before, since whoever could read that mailbox, or knew that password, may not any more.
const actingText = `
  select owner.status, ${frozenByCheckAlone('owner.id')} as "byCheckAlone", exists (select from desk.commands done where done.id = $3 and done.outcome = 'done') as used
    from desk.commands command join owners owner on owner.id = command.subject
   where command.id = $1 and command.subject = $2 and command.outcome = 'done' and command.recorded_at > clock_timestamp() - interval '7 days'
     and owner.role = 'user' and owner.status <> 'closed'
     and not exists (select from auth.passwords password where password.person_id = owner.id and password.changed_at >= command.recorded_at)
     and not exists (select from auth.earlier_emails earlier where earlier.person_id = owner.id and earlier.replaced_at >= command.recorded_at)`

/** For whom this link acts. Throws `link_ended`; of what the act itself needs, and whether it was done, its caller asks. */
export async function actingBy(
  parts: Omit<Parts, 'desk'>,
  use: MailedAct,
  signed: string,
): Promise<Acting & { used: boolean }> {
  const link = await openMailedLink(parts, use, signed)
  if (link === null) throw new ProblemError('link_ended')
  const { id, person: owner } = link
  const act = askedByLink(use, { id, owner, requestId: '' }).id
  const { rows } = await parts.pool.query<Omit<Acting, 'id' | 'owner'> & { used: boolean }>(
    actingText,
    [id, owner, act],
  )
  if (!rows[0]) throw new ProblemError('link_ended')
  return { id, owner, ...rows[0] }
}

/** Whoever has the link isn't signed in: of a command's reply they get the refusal, and else this sentence, nothing of the account. */
export const saidOf = (recorded: Recorded, message: string) =>
  recorded.status >= 400 ? recorded : { status: 'success' as const, message }

type Parts = { pool: Pool; secret: string; macKeys: MacKeys; desk: HouseDesk }

/** Freezes the account, once: after staff have unfrozen it the link does nothing any more. What can be told beforehand is refused without a trace. */
export async function freezeByLink(parts: Parts, signed: string, requestId: string) {
  const { id, owner, status, byCheckAlone, used } = await actingBy(parts, 'freeze-account', signed)
  if (status === 'frozen' && !byCheckAlone) throw new ProblemError('already_frozen')
  if (used) throw new ProblemError('link_ended')
  const recorded = await parts.desk.run({
    ...askedByLink('freeze-account', { id, owner, requestId }),
    kind: 'FreezeOwnAccount',
    command: { owner, reason: 'By the link of a mail' },
  })
  return saidOf(
    recorded,
    'Your account is frozen: no money leaves it. Only our staff can unfreeze it.',
  )
}
