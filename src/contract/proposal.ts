/** What takes two administrators and waits for the second: one shape, whatever it is about. */
import { z } from 'zod'
import { instant } from './fields.ts'

export const proposalStatus = z.enum([
  'open',
  'waiting',
  'done',
  'refused',
  'withdrawn',
  'expired',
  'stopped',
])

const party = z.strictObject({ id: z.string(), fullName: z.string() })

/** With the facts of its kind. */
export const proposalOf = <Kind extends z.ZodType, Facts extends z.ZodType>(
  kind: Kind,
  facts: Facts,
) =>
  z.strictObject({
    id: z.string(),
    kind,
    about: party.nullable().meta({ description: 'Whom it is about; null: the firm itself' }),
    proposedBy: party,
    proposedAt: instant,
    needs: z.int().meta({ description: 'How many others must agree' }),
    agreements: z.array(z.strictObject({ by: party, at: instant })),
    status: proposalStatus,
    waitsUntil: instant.nullable(),
    facts,
  })
