/** What a command left behind beside its rows: its facts, its activity with balances, and its postings. */
import { canonical } from '../lib/canonical.ts'
import type { Decided } from './decide.ts'
import type { Activity, JournalRow, Posted } from './read-journal.ts'

type Recorded = Pick<JournalRow, 'input' | 'activity' | 'postings'>

/** Activity has no order within a command. */
export const byOwner = (a: { owner: string }, b: { owner: string }): number =>
  a.owner < b.owner ? -1 : 1

/** As a text. */
export function tracesOf({ input, changes, balances, booked }: Decided): string {
  return canonical({
    input: { ...input, ...changes?.facts },
    activity: (changes?.activity ?? [])
      .map(({ owner, kind }, i) => ({
        owner,
        kind,
        version: balances[i]!.version,
        gain: balances[i]!.gain === null ? null : String(balances[i]!.gain),
        after: balances[i]!.after === null ? null : String(balances[i]!.after),
      }))
      .toSorted(byOwner),
    postings: booked.map(({ event, debit, credit, amount, debitVersion, creditVersion }) => ({
      event,
      debit: [debit.owner, debit.kind, String(debitVersion)],
      credit: [credit.owner, credit.kind, String(creditVersion)],
      amount: String(amount),
    })),
  })
}

/** What the journal says that it left behind, in the same form. */
function recordedTraces({ input, activity, postings }: Recorded): string {
  return canonical({
    input,
    activity: activity
      .map(([owner, version, kind, gain, after]) => ({
        owner,
        kind,
        version: Number(version),
        gain,
        after,
      }))
      .toSorted(byOwner),
    postings: postings.map(
      ([
        event,
        debitOwner,
        debitKind,
        debitVersion,
        creditOwner,
        creditKind,
        creditVersion,
        amount,
      ]) => ({
        event,
        debit: [debitOwner, debitKind, debitVersion],
        credit: [creditOwner, creditKind, creditVersion],
        amount,
      }),
    ),
  })
}

const textOf = (amount: bigint | null) => (amount === null ? null : String(amount))

/** A value that isn't the same by itself, such as a list, is compared as a text. */
function hasFacts(input: Recorded['input'], { input: given, changes }: Decided): boolean {
  const facts: Record<string, unknown> = { ...given, ...changes?.facts }
  const names = Object.keys(facts).filter((name) => facts[name] !== undefined)
  return (
    names.length === Object.keys(input).length && names.every((name) => facts[name] === input[name])
  )
}

/** Each version of an owner is there once, so that as many that are alike are the same. */
function hasActivity(activity: readonly Activity[], { changes, balances }: Decided): boolean {
  const decided = changes?.activity ?? []
  return (
    decided.length === activity.length &&
    decided.every((item, i) => {
      const { version, gain, after } = balances[i]!
      const found = activity.find(([owner, at]) => owner === item.owner && at === String(version))
      return found?.[2] === item.kind && found[3] === textOf(gain) && found[4] === textOf(after)
    })
  )
}

function hasPostings(postings: readonly Posted[], { booked }: Decided): boolean {
  return (
    booked.length === postings.length &&
    booked.every(({ event, debit, credit, amount, debitVersion, creditVersion }, i) => {
      const found = postings[i]!
      return (
        found[0] === event &&
        found[1] === debit.owner &&
        found[2] === debit.kind &&
        found[3] === String(debitVersion) &&
        found[4] === credit.owner &&
        found[5] === credit.kind &&
        found[6] === String(creditVersion) &&
        found[7] === String(amount)
      )
    })
  )
}

/** In words, or null. Texts are only made where something seems to differ. */
export function differenceOfTraces(row: Recorded, again: Decided): string | null {
  if (
    hasFacts(row.input, again) &&
    hasActivity(row.activity, again) &&
    hasPostings(row.postings, again)
  )
    return null
  const [found, expected] = [recordedTraces(row), tracesOf(again)]
  return found === expected ? null : `the journal has ${found}, and it must be ${expected}`
}
