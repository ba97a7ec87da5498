/** The wait of a new destination: who has just taken an account over can't save a place of their own and send money there at once. */
import { defineObservation } from '../../desk/observation.ts'
import type { Found } from '../../desk/read.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { outsideAddress, type Place } from './place.ts'

/**
 * SQL of when a saved destination can first be used, or null where it can: counted from when the database recorded the
 * command, by its own clock, so that neither the demonstration's nor the caller's shortens it.
 */
export const usableFrom = (
  waitMs: string,
) => `(select command.recorded_at + ${waitMs} * interval '1 millisecond' from desk.commands command
  where command.id = destination.id and command.recorded_at > clock_timestamp() - ${waitMs} * interval '1 millisecond')`

/** What is asked of an observation about where an owner sends money: for so long it is held back, from something on. */
export const sending = (owner: OwnerId, place: Place, forMs: number): string =>
  canonical({
    owner,
    forMs,
    address: outsideAddress(place),
    account: place.type === 'tradehub_transfer' ? place.recipientAccountId : null,
  })

/** SQL of what is asked, as `sent`: its text, and what that says. */
export const sendings = `unnest($1::text[]) as asked(arg) cross join lateral (
  select asked.arg, said.* from jsonb_to_record(asked.arg::jsonb) as said(owner uuid, address text, account text, "forMs" bigint)) sent`

/** ISO 8601, of the row of what was asked; null where there is none. */
export function untilIn(rows: readonly Found[], asked: string): string | null {
  const until = rows.find(({ arg }) => arg === asked)?.until ?? null
  return until === null ? null : isoFromInstant(until)
}

/** Until when nothing may be sent there because it was saved a short time ago, or null: also where it is typed instead of chosen. */
export const waitsUntil = defineObservation<string, string | null>({
  name: 'destinations.waits-until',
  as: 'waitsUntil',
  text: `select sent.arg, max(${usableFrom('sent."forMs"')}) as until
    from ${sendings} join destinations destination on destination.owner_id = sent.owner
    where destination.status = 'saved'
      and (lower(destination.wallet_address) = lower(sent.address) or destination.recipient_account_id = sent.account)
    group by sent.arg`,
  form: 'text',
  valueIn: untilIn,
  usual: null,
})
