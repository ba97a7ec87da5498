/** The desk as the product opens it, on a database of the bench; and its callers' commands. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { Desk } from '../../src/desk/desk.ts'
import { commands, rulesVersion, writersOf } from '../../src/domains/nouns.ts'
import { createClient, createPool } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { demoPolicy } from '../../src/platform/policy.ts'

export type BenchDesk = { desk: Desk<typeof commands>; pool: pg.Pool; close(): Promise<void> }

const log = { error: (fault: unknown) => console.error(fault), warn: () => {} } as never

/** Signs what the desk of the bench writes, and the sessions of a server that is started beside it. */
export const benchSecret = 'a secret of the bench, 0123456789abcdef'

type Heard = (outcomes: readonly { kind: string; outcome: string }[]) => void

/** `rules` may stand in for the product's own commands; `heard` is called for every batch. */
export function openDesk(
  url: string,
  { rules = commands, heard }: { rules?: typeof commands; heard?: Heard } = {},
): BenchDesk {
  const pool = createPool({ url, name: 'bench' })
  const desk = new Desk({
    rules,
    writers: writersOf('waiting'),
    stamp: { macKeys: macKeysOf(benchSecret), rulesVersion },
    db: pool,
    log,
    newId,
    open: (lockMs) => createClient({ url, name: 'bench desk', pipeline: true, limits: { lockMs } }),
    ...(heard ? { onBatch: heard } : {}),
  })
  return {
    desk,
    pool,
    async close() {
      await desk.close()
      await pool.end()
    },
  }
}

type Order = Parameters<Desk<typeof commands>['run']>[0]

/** As a request submits it: with a key, and with a hash as long as a real one. */
const asked = (owner: string) => ({
  actor: owner,
  key: `POST /invest/api/v1/bench ${randomUUID()}`,
  bodyHash: 'b'.repeat(64),
  requestId: 'bench',
})

export const withdrawal = (owner: string): Order => ({
  ...asked(owner),
  kind: 'RequestWithdrawal',
  command: {
    owner,
    amount: 100n,
    target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
    isOfFirm: false,
    holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
    mustBeVerified: false,
    limits: null,
    bounds: {
      pendingAtMost: demoPolicy.pendingWithdrawalsAtMost,
      smallest: demoPolicy.smallestWithdrawalCents,
    },
  },
})

export const investment = (owner: string, planId: string): Order => ({
  ...asked(owner),
  kind: 'OpenInvestment',
  command: {
    owner,
    planId,
    amount: 1_000n,
    acceptedRiskVersion: 1,
    acceptedTermsVersion: 1,
    limits: null,
    coolingOffMs: 0,
    needsAnswers: false,
  },
})

/** Runs it, and stops the bench when it is refused: only what was booked counts. */
export async function done(desk: Desk<typeof commands>, order: Order): Promise<void> {
  const reply = await desk.run(order)
  if (reply.outcome !== 'done') throw new Error(`${order.kind} was refused: ${reply.text}`)
}
