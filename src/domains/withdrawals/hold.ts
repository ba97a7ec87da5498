/**
 * What holds money back from where it is to go: who has just taken an account over can't send its money to a place of their own.
 * Both holds run by the database's own clock: neither the demonstration's nor the caller's shortens them.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Journaled } from '../../desk/command.ts'
import { defineObservation, wasObserved } from '../../desk/observation.ts'
import type { Read } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Place } from '../destinations/place.ts'
import { sending, sendings, untilIn, waitsUntil } from '../destinations/wait.ts'

/** How long money is held back after a change of the sign-in, and from a destination that was just saved; 0: not at all. */
export type Holds = { afterSecurityChangeMs: number; newDestinationMs: number }

type Asked = { owner: OwnerId; target: Place; holds: Holds }

/** SQL of a person's last change of their sign-in: whether it is so recent, and when that has passed. */
export const changedWithin = (ms: string) =>
  `person.security_changed_at > clock_timestamp() - ${ms} * interval '1 millisecond'`
export const heldFor = (ms: string) =>
  `person.security_changed_at + ${ms} * interval '1 millisecond'`

/** Until when nothing may be asked for to this place since the sign-in was changed, or null: what was paid before is known. */
export const heldUntil = defineObservation<string, string | null>({
  name: 'withdrawals.held-until',
  as: 'heldUntil',
  text: `select sent.arg, ${heldFor('sent."forMs"')} as until
    from ${sendings} join auth.persons person on person.id = sent.owner
    where ${changedWithin('sent."forMs"')} and not exists (
      select from withdrawals withdrawal where withdrawal.owner_id = sent.owner and
        (withdrawal.status = 'paid' and lower(withdrawal.wallet_address) = lower(sent.address)
          or withdrawal.status = 'approved' and withdrawal.recipient_account_id = sent.account))`,
  form: 'text',
  valueIn: untilIn,
  usual: null,
})

const asked = ({ owner, target }: Asked, forMs: number) =>
  forMs === 0 ? null : sending(owner, target, forMs)

const observations = [
  { of: heldUntil, in: (c: Asked) => asked(c, c.holds.afterSecurityChangeMs) },
  { of: waitsUntil, in: (c: Asked) => asked(c, c.holds.newDestinationMs) },
] as const

export const needsOfHolds = (c: Asked): Read[] =>
  observations.flatMap(({ of, in: askedIn }) => {
    const sent = askedIn(c)
    return sent === null ? [] : [of.of(sent)]
  })

const untilText = (until: string) => `${until.slice(0, 10)} at ${until.slice(11, 16)} UTC`

export function refusalOfHolds(world: World, c: Asked): Refusal | null {
  const [held, waits] = observations.map(({ of, in: askedIn }) => {
    const sent = askedIn(c)
    return sent === null ? null : world.fact(of, sent)
  })
  if (held)
    return refuse(
      'destination_on_hold',
      `The sign-in of this account was changed recently. Until ${untilText(held)}, money can only be sent to destinations that were paid before.`,
    )
  return waits
    ? refuse(
        'destination_waits',
        `This destination was saved a short time ago. Nothing was booked; money can be sent there from ${untilText(waits)} on.`,
      )
    : null
}

/** Of one that is decided again the lengths are gone: what was found counts. */
export const holdsIn = (kept: Journaled): Holds => ({
  afterSecurityChangeMs: wasObserved(kept, heldUntil) ? 1 : 0,
  newDestinationMs: wasObserved(kept, waitsUntil) ? 1 : 0,
})
