/** What the journal says of what was sent in: staff decide on that and nothing else (docs/decisions/051, 087). Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { textIfAny, wordsIfAny } from '../../desk/recall.ts'
import { defineRecorded, type Recorded } from '../../desk/recorded.ts'
import type { World } from '../../desk/world.ts'
import { cases, type Case } from './table.ts'

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
