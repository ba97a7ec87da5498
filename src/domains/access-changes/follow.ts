/**
 * What the journal says of a change of access: what was asked for by its first command, and which later ones it has seen. A row
 * that says more than they do signs nobody in and takes nothing away (docs/decisions/051). Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type ReadBack } from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import { changeOf, textIfAny, wordsIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Said } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { accessChanges, type AccessChange } from './table.ts'

export const recordedChange = defineRecorded('access.recorded')

/** How what may change it later stands in its user's activity. What has ended can't be opened again: the database keeps it so. */
const listedAs = ['access-change-approved', 'email-confirmed', 'email-change-agreed']

export const recordedSteps = defineFact<string, readonly ReadBack[] | 'in memory'>({
  name: 'access.steps',
  ofJournal: true,
  text: `select asked.id::text as about, item.command_id as id from unnest($1::uuid[]) asked (id)
    join access_changes change on change.id = asked.id join desk.activity item on item.owner_id = change.owner_id
    where item.kind in (${listedAs.map((kind) => `'${kind}'`).join(', ')})`,
  form: 'uuid',
  valueIn: (rows, id) => (rows as ReadBack[]).filter(({ about }) => about === id),
  inMemory: () => ({ add() {}, valueOf: () => 'in memory' }),
})

/** Needs a change, the command that asked for it, and those that it has seen since. */
export const comparing = (id: string) => [
  accessChanges.byId(id),
  recordedChange.of(id),
  recordedSteps.of(id),
]

type Asked = Partial<AccessChange>

/** What a first command made of a change; null: it makes none. Words that were erased are compared with nothing. */
function askedBy(said: Said): Asked | null {
  const { kind, actor, at } = said
  const newEmail = changeOf(said, 'newEmail')?.to
  const email = { what: 'email', hostile: false, ...(newEmail ? { email: newEmail } : {}) } as const
  if (kind === 'RequestEmailChange') return { ...email, proposedBy: actor!, proposedAt: at }
  if (kind === 'AgreeToProposal' && textIfAny(said, 'of') === 'correction') {
    const [proposedBy, waitMs] = [
      textIfAny(said, 'firstAgreedBy'),
      Number(textIfAny(said, 'waitMs')),
    ]
    return { ...email, proposedBy: proposedBy!, waitMs, approvedBy: actor, approvedAt: at }
  }
  if (kind !== 'ProposeFactorRemoval') return null
  const what = textIfAny(said, 'what') === 'app' ? 'app' : 'passkey'
  const factor = wordsIfAny(said, 'factor')
  const hostile = said.input.hostile === true
  return {
    what,
    hostile,
    ...(factor ? { [what]: factor } : {}),
    proposedBy: actor!,
    proposedAt: at,
  }
}

/** What its approval made of it: until there is one, it is only proposed. */
function approvedBy(approval: Said | undefined): Asked {
  if (!approval) return { status: 'proposed', waitMs: 0, approvedAt: null, approvedBy: null }
  const waitMs = Number(textIfAny(approval, 'waitMs') ?? 0)
  return { status: 'waiting', waitMs, approvedAt: approval.at, approvedBy: approval.actor }
}

const called: Partial<Record<keyof AccessChange, string>> = {
  what: 'kind',
  email: 'address',
  app: 'authenticator app',
  passkey: 'passkey',
  hostile: 'reason',
  status: 'status',
  waitMs: 'wait',
  proposedBy: 'proposer',
  proposedAt: 'time',
  approvedBy: 'approval',
  approvedAt: 'approval',
}

/** What of a change isn't what was recorded of it, in words that follow a colon, or null. */
function differenceOf(
  row: AccessChange,
  said: Said | null,
  later: readonly Said[],
  isVerified: boolean,
): string | null {
  const asked = said && askedBy(said)
  if (!asked) return 'nobody asked for it'
  if (said.subject !== row.owner) return 'its user differs'
  const steps = later.filter((step) => textIfAny(step, 'change') === row.id)
  const faulty = [said, ...steps].find(({ fault }) => fault !== null)
  if (faulty) return `of its commands, ${faulty.fault}`
  const step = (kind: string) => steps.find((one) => one.kind === kind)
  const approval = row.what === 'email' ? {} : approvedBy(step('ApproveAccessChange'))
  const expected = { ...asked, ...approval }
  const other = Object.entries(expected).find(
    ([property, value]) => row[property as keyof AccessChange] !== value,
  )
  if (other) return `its ${called[other[0] as keyof AccessChange]} differs`
  if (row.confirmed && !step('ConfirmEmail')) return 'nobody confirmed its address'
  // Who has proved the present address agrees by a link that goes there.
  if (said.kind === 'RequestEmailChange' && row.agreed && isVerified && !step('AgreeToEmailChange'))
    return 'the present address has not agreed'
  return null
}

/** Refuses to go on with a change that isn't as its commands left it. */
export function refuseUnlessAsRecorded(world: World, row: AccessChange): Refusal | null {
  const [recorded, steps] = [world.fact(recordedChange, row.id), world.fact(recordedSteps, row.id)]
  if (recorded === 'in memory' || steps === 'in memory') return null
  const isVerified = world.owners.get(row.owner)!.emailVerified
  const difference = differenceOf(row, recorded.said, steps, isVerified)
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This change is not what was recorded of it: ${difference}. Nothing was changed, and nothing can be until that is explained.`,
      )
}
