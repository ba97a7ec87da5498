/** Whether an account may close because its owner asked for it, as it stands when the day is over. */
import { refuse } from '../../desk/command.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { Instant } from '../../lib/instant.ts'
import { whatIsLeft } from './left.ts'
import { waitingIn } from './table.ts'

export type Hindrance = { why: 'staff' | 'frozen' } | { why: 'money'; left: string }

/** What keeps it open, or null. */
export function hindranceOf(world: World, { id, role, status }: Owner): Hindrance | null {
  if (role !== 'user') return { why: 'staff' }
  if (status === 'frozen') return { why: 'frozen' }
  const left = whatIsLeft(world, id)
  return left === null ? null : { why: 'money', left }
}

export function refusalOf(hindrance: Hindrance): Refusal {
  switch (hindrance.why) {
    case 'staff':
      return refuse(
        'forbidden',
        'You work here: somebody else closes your account. Nothing was changed.',
      )
    case 'frozen':
      return refuse(
        'account_frozen',
        'A frozen account cannot be closed. Our staff can unfreeze it. Nothing was changed.',
      )
    case 'money':
      return refuse(
        'money_left',
        `This account cannot be closed while it still holds: ${hindrance.left}. Nothing was changed.`,
      )
  }
}

/** Why it doesn't close at this moment, or null. */
export function refusalOfClosing(world: World, owner: Owner, at: Instant): Refusal | null {
  const waiting = waitingIn(world, owner.id)
  if (waiting === null) return refuse('no_closing_waits')
  if (at < waiting.closesFrom)
    return refuse('no_closing_waits', 'The 24 hours are not over. Nothing was changed.')
  const hindrance = hindranceOf(world, owner)
  return hindrance && refusalOf(hindrance)
}
