/** The short part of `npm run simulate -- --books`: what pages say of the firm's accounts follows from the postings of random histories, to the cent. */
import { expect, test } from 'vitest'
import { compareBooks } from '../../proofs/simulation/firm-books.ts'
import { createTestDatabase } from '../support/database.ts'
import { chosenSeed, everything } from '../support/extent.ts'

const database = await createTestDatabase()
const seed = chosenSeed()
const histories = everything ? 200 : 50

test(
  `the firm’s accounts agree with the postings of ${histories} histories (seed ${seed})`,
  { timeout: 300_000 },
  async () => {
    const seen = await compareBooks(database.owner, { seed, histories })
    expect(seen.postings).toBeGreaterThan(histories * 20)
    expect([...seen.events]).toEqual(
      expect.arrayContaining(['investment-matured', 'bank-deposit', 'bank-charge', 'coin-deposit']),
    )
  },
)
