/** The number of the document that somebody is verified by: sealed before the decision that takes it, and held against those of others. */
import type { z } from 'zod'
import type { approveVerification } from '../../contract/verification.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { deleteUntaken } from '../documents/contents.ts'
import { keepNumber, readOthersWithNumber } from '../documents/sealed-numbers.ts'
import { keysOf } from '../documents/take.ts'
import type { House } from '../house-desk.ts'
import { readNames } from '../people/queries.ts'
import type { NumberTaken } from '../verification/decide.ts'
import { ownerOfCase } from '../verification/table.ts'

type Given = Pick<z.output<typeof approveVerification.body>, 'identity' | 'sameNumberSeen'>

async function ownerOf(db: Database, verification: string): Promise<OwnerId> {
  const { text, value } = ownerOfCase(verification)
  const { rows } = await db.query<{ owner: OwnerId }>({ text, values: [value] })
  if (!rows[0]) throw new ProblemError('unknown_verification')
  return rows[0].owner
}

/** `take` is for the command; `settle` is called with what became of it, and says who else has the number where that stopped it. */
export function takingNumber(
  { pool, files, macKeys, log }: House,
  verification: string,
  { identity, sameNumberSeen = false }: Given,
) {
  let content: string | null = null
  let others: OwnerId[] = []
  return {
    async take(): Promise<NumberTaken> {
      const keys = keysOf(files)
      const owner = await ownerOf(pool, verification)
      others = await readOthersWithNumber(pool, macKeys, { owner, number: identity.number })
      const kept = await keepNumber({ pool, keys, macKeys }, owner, identity)
      content = kept.content
      const sameNumber = others.length === 0 ? 'nobody' : sameNumberSeen ? 'seen' : 'unseen'
      return { ...kept, expiresOn: identity.expiresOn, sameNumber }
    },
    /** What the command refuses leaves no number behind. The names of the others are said, and kept nowhere. */
    async settle(outcome: string): Promise<void> {
      if (content !== null)
        await deleteUntaken(pool, content).catch((error: unknown) => {
          log.warn({ err: error }, 'bytes that no command took are left to the sweep')
        })
      if (outcome !== 'document_known' || others.length === 0) return
      throw new ProblemError({
        code: 'document_known',
        message: `The same document number is recorded for ${await readNames(pool, others)}. Compare both people, confirm that you did, and decide again. Nothing was decided.`,
      })
    },
  }
}
