/** What the journal says of what was sent in: staff decide on that and nothing else (docs/decisions/051, 087). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type ReadBack } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import { textIfAny, textOf, wordsIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { cases, casesIn, endOfDay, type Case } from './table.ts'

export const recordedCase = defineRecorded('verification.recorded')

const words = [
  ['legalName', 'name'],
  ['birthDate', 'date of birth'],
  ['country', 'country'],
  ['address', 'address'],
] as const

/** What of a row isn't what its person sent in, in words that follow a colon, or null. The words may be gone with the person. */
export function differenceOf(row: Case, recorded: Recorded): string | null {
  if (recorded === 'in memory') return null
  const { said } = recorded
  if (said === null || said.kind !== 'SubmitVerification') return 'nobody sent it in'
  if (said.fault !== null) return `of what was sent in, ${said.fault}`
  if (said.subject !== row.owner) return 'its user differs'
  if (textIfAny(said, 'documents') !== row.documents) return 'its documents differ'
  if (said.at !== row.submittedAt) return 'its time differs'
  const other = words.find(
    ([property]) =>
      row[property] !== null && said.texts !== null && wordsIfAny(said, property) !== row[property],
  )
  return other ? `its ${other[1]} differs` : null
}

export function refuseUnlessAsRecorded(world: World, row: Case): Refusal | null {
  const difference = differenceOf(row, world.fact(recordedCase, row.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This is not what was sent in: ${difference}. Nothing was decided, and nothing may be until that is explained.`,
      )
}

/** Needs what was sent in, and the command that did it. */
export const comparing = (id: string) => [cases.byId(id), recordedCase.of(id)]

type Approval = { verification: string; until: Instant }

/** By which commands somebody was verified, and until when. In memory it isn't asked. */
export const recordedApprovals = defineFact<OwnerId, readonly Approval[] | 'in memory'>({
  name: 'verification.approvals',
  ofJournal: true,
  text: `select asked.owner::text as about, item.command_id as id from unnest($1::uuid[]) asked (owner) join desk.activity item on item.owner_id = asked.owner
    where item.kind = 'verification-approved'`,
  form: 'uuid',
  valueIn: (rows, owner) =>
    (rows as ReadBack[])
      .filter(({ about, kind, fault }) => about === owner && kind === 'VerifyPerson' && !fault)
      .map((said) => ({
        verification: textOf(said, 'verification'),
        until: endOfDay(textOf(said, 'until')),
      })),
  inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
})

/** What somebody sent in; as verified counts alone what staff verified, until the day that they said. */
export function recordedCasesIn(world: World, owner: OwnerId): Case[] {
  const approvals = world.fact(recordedApprovals, owner)
  const all = casesIn(world, owner)
  if (approvals === 'in memory') return all
  return all.filter(
    ({ id, status, verifiedUntil }) =>
      status !== 'verified' ||
      approvals.some(({ verification, until }) => verification === id && until === verifiedUntil),
  )
}
