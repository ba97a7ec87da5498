/** What the journal says of a saved destination: by the commands that saved and removed it, without the row that is kept. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import type { WithdrawalType } from '../../contract/withdrawal.ts'
import { refuse, type ReadBack } from '../../desk/command.ts'
import { differingIn } from '../../desk/difference.ts'
import { defineFact } from '../../desk/fact.ts'
import { subjectOf, textIfAny, textOf, wordsIfAny } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { destinations, type SavedDestination } from './table.ts'

/** `destination` is null where no command saved it. `fault`: its commands aren't what was recorded. */
export type Recorded = { destination: SavedDestination | null; fault: string | null }

function follow(commands: readonly ReadBack[]): Recorded {
  const fault = commands.find((kept) => kept.fault !== null)
  if (fault) return { destination: null, fault: `of ${fault.kind}, ${fault.fault}` }
  const kept = commands.find(({ kind }) => kind === 'SaveDestination')
  if (!kept) return { destination: null, fault: null }
  const destination: SavedDestination = {
    id: kept.id,
    owner: subjectOf(kept),
    type: textOf(kept, 'type') as WithdrawalType,
    name: wordsIfAny(kept, 'destinationName'),
    holder: wordsIfAny(kept, 'holder'),
    walletAddress: wordsIfAny(kept, 'walletAddress') ?? wordsIfAny(kept, 'bankAccount'),
    recipient: textIfAny(kept, 'recipient') ?? null,
    recipientAccountId: wordsIfAny(kept, 'recipientAccountId'),
    status: commands.some(({ kind }) => kind === 'RemoveDestination') ? 'removed' : 'saved',
    savedAt: kept.at,
  }
  return { destination, fault: null }
}

/** What the journal says of a destination, read under its owner's lock, which every command about it holds. In memory it is the row. */
export const recordedDestination = defineFact<string, Recorded>({
  name: 'destinations.recorded',
  ofJournal: true,
  text: `select asked.id::text as about, command.id from unnest($1::uuid[]) asked (id) cross join lateral (
      select saved.id from desk.commands saved where saved.id = asked.id
      union all
      select removed.id from desk.commands removed
        where removed.input ->> 'destination' = asked.id::text and removed.input ? 'destination' and removed.outcome = 'done') command`,
  form: 'uuid',
  valueIn: (rows, id) => follow((rows as ReadBack[]).filter(({ about }) => about === id)),
  inMemory: () => ({
    add() {},
    valueOf: (id, { world }) => ({ destination: world.get(destinations, id) ?? null, fault: null }),
  }),
})

/** What the properties of a destination are called. */
const called: { [property in keyof SavedDestination]: string } = {
  id: 'number',
  owner: 'user',
  type: 'method',
  name: 'name',
  holder: 'account holder',
  walletAddress: 'wallet address',
  recipient: 'recipient',
  recipientAccountId: 'recipient’s account ID',
  status: 'status',
  savedAt: 'date',
}

/** What of it isn't what was recorded, in words that follow a colon and repeat none of its values, or null. */
export function differenceOf(
  row: SavedDestination,
  { destination, fault }: Recorded,
): string | null {
  if (fault !== null) return fault
  if (destination === null) return 'nobody saved it'
  const property = differingIn(row, destination)
  if (property === null) return null
  const ofBank = row.type === 'bank_account' ? { walletAddress: 'bank account' } : {}
  return `its ${{ ...called, ...ofBank }[property as keyof SavedDestination]} differs`
}

export function refuseUnlessAsRecorded(world: World, row: SavedDestination): Refusal | null {
  const difference = differenceOf(row, world.fact(recordedDestination, row.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This saved destination is not what was recorded of it: ${difference}. Nothing was booked, and no money may leave for it until that is explained.`,
      )
}
