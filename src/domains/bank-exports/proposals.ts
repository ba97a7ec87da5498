/** To give a file for the bank up takes two: what the bank carries out all the same would be paid a second time. */
import { refuse } from '../../desk/command.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { defineRail, listed } from '../payout-rails/rail.ts'
import { bankExports, exportCarrier } from '../payouts/exports/table.ts'
import { defineProposal } from '../proposals/kind.ts'

export const rail = defineRail({
  key: 'export',
  carrier: exportCarrier,
  unknown: 'unknown_export',
  ended: refuse(
    'batch_ended',
    'This file is paid or was given up. Nothing was changed: reload the page.',
  ),
})

/** `amount`: what all of it comes to, in cents. */
export type DropFacts = { export: string; amount: string }

export const holdsDrop = (file: string) => `bank file ${file}`

export const bankFileDropped = defineProposal<DropFacts>({
  name: 'bank-file-dropped',
  called: 'end of this file',
  lastsForMs: null,
  about: () => null,
  holds: ({ export: file }) => holdsDrop(file),
  asks: false,
  needs: (facts) => rail.about.needs(facts),
  refusal(world, facts, context) {
    const row = rail.findFor(world, facts, context, 'exported')
    return 'code' in row ? row : null
  },
  apply(world, { export: file }, { at, actor }, { first }) {
    const dropped = { status: 'dropped', agreedBy: first!.by, droppedBy: actor } as const
    return {
      postings: [],
      activity: listed('bank-export-dropped'),
      put: [bankExports.row({ ...world.get(bankExports, file)!, ...dropped, endedAt: at })],
    }
  },
  show: ({ export: file, amount }) => ({ export: file, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ export: file }) => ({ export: file }),
})
