/**
 * The lane of loans: what falls due is taken from the balance, what lacks is taken when it comes, and a fee is charged for what stays
 * unpaid. Each is a command under an id by its name, so that nothing is charged twice, however often and by however many it is tried.
 */
import type { Pool, PoolClient } from 'pg'
import { bySystem, runNamed } from '../../desk/by-system.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { hasCash } from '../../ledger/store/balances.ts'
import { newId } from '../../platform/ids.ts'
import type { Turn } from '../../platform/loop.ts'
import { runAlone } from '../../platform/run-alone.ts'
import type { HouseDesk } from '../house-desk.ts'

type Parts = { pool: Pool; desk: Pick<HouseDesk, 'run'> }

const lenderLock = 7_401_053
/** Read at once, and handed to the desk at once. */
const pageSize = 256
/** Money comes in at any time: what lacks is looked for at least this often. */
const idleMs = 5_000

/** Today in UTC, asked once and so good for an index. */
const today = `(select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD'))`

/** Of a loan with this alias something is due and not paid. */
const unpaid = `(loan_due.paid_interest < loan_due.interest or loan_due.paid_principal < loan_due.principal or loan_due.paid_fee < loan_due.fee)`

type Instalment = { loan: string; owner: OwnerId; number: number }

async function readInstalments(db: PoolClient): Promise<Instalment[]> {
  const { rows } = await db.query<Instalment>({
    name: 'loans.fallen-due',
    text: `select id as loan, owner_id as owner, next_number as number from loans where next_due <= ${today} order by next_due, id limit $1`,
    values: [pageSize],
  })
  return rows
}

type Lacking = { loan: string; owner: OwnerId }

/** Whose balance has something of what they owe. */
async function readCollectable(db: PoolClient): Promise<Lacking[]> {
  const { rows } = await db.query<Lacking>({
    name: 'loans.collectable',
    text: `select distinct loan_due.loan_id as loan, loan_due.owner_id as owner from loan_dues loan_due join loans loan on loan.id = loan_due.loan_id
      where ${unpaid} and loan.status in ('running', 'defaulted') and ${hasCash('loan_due.owner_id')} order by 1 limit $1`,
    values: [pageSize],
  })
  return rows
}

type Late = Lacking & { due: string }

/** For which no fee is charged yet, though the days of grace are over. */
async function readLate(db: PoolClient): Promise<Late[]> {
  const { rows } = await db.query<Late>({
    name: 'loans.late',
    text: `select loan_due.id as due, loan_due.loan_id as loan, loan_due.owner_id as owner from loan_dues loan_due join loans loan on loan.id = loan_due.loan_id
      where ${unpaid} and loan_due.fee = 0 and loan_due.kind = 'instalment' and loan.status = 'running'
        and to_char(loan_due.grace_from::date + loan.grace_days + 1, 'YYYY-MM-DD') <= ${today}
      order by loan_due.due_on, loan_due.id limit $1`,
    values: [pageSize],
  })
  return rows
}

/** What another process or the person did first. */
const overtaken = new Set(['not_due', 'loan_ended', 'nothing_to_change', 'unknown_loan'])

/** How many were done, and what none of them should have come to; null: nothing did. */
type Handed = { done: number; fault: string | null }

async function handIn<One>(
  found: readonly One[],
  give: (one: One) => Promise<string>,
): Promise<Handed> {
  const outcomes = await Promise.all(
    found.map((one) => give(one).catch((error: Error) => error.message)),
  )
  return {
    done: outcomes.filter((one) => one === 'done').length,
    fault: outcomes.find((one) => one !== 'done' && !overtaken.has(one)) ?? null,
  }
}

const charge = (parts: Parts, { loan, owner, number }: Instalment) =>
  runNamed(parts, `instalment ${number} of loan ${loan}`, {
    kind: 'ChargeInstalment',
    command: { loan, owner, number },
  })

const chargeFee = (parts: Parts, { due, loan, owner }: Late) =>
  runNamed(parts, `late fee of ${due}`, { kind: 'ChargeLateFee', command: { due, loan, owner } })

/** As often as there is something: it takes what there is, so that nothing is taken twice. */
const collect = async ({ desk }: Parts, command: Lacking) =>
  (await desk.run({ kind: 'CollectLoan', command, ...bySystem(newId()) })).outcome

/**
 * A page of each, in this order: what falls due, what can be taken, what is late. Answers how many were done. A loan whose row somebody
 * has altered keeps none of the others from going on; whoever runs the house is told as long as it lasts.
 */
async function chargeSome(parts: Parts, client: PoolClient): Promise<number> {
  const fallen = await handIn(await readInstalments(client), (one) => charge(parts, one))
  if (fallen.done > 0) return fallen.done
  const taken = await handIn(await readCollectable(client), (one) => collect(parts, one))
  if (taken.done > 0) return taken.done
  const late = await handIn(await readLate(client), (one) => chargeFee(parts, one))
  if (late.done > 0) return late.done
  const fault = fallen.fault ?? taken.fault ?? late.fault
  if (fault !== null) throw new Error(`What is due of a loan could not be charged: ${fault}`)
  return 0
}

/** Charges and takes all that is due, or until it is told to stop. */
export async function chargeLoans(
  parts: Parts,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  await runAlone(parts.pool, lenderLock, async (client) => {
    while (shouldContinue() && (await chargeSome(parts, client)) > 0);
  })
}

export const createLoanLane =
  (parts: Parts): Turn =>
  async (shouldContinue) => {
    await chargeLoans(parts, shouldContinue)
    return idleMs
  }
