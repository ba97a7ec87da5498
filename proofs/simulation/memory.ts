/** The real rules in memory and the model, side by side: every command is given to both, and their replies and states are compared. */
import type { Decided, Reply } from '../../src/desk/decide.ts'
import type { AnyTable } from '../../src/desk/table.ts'
import type { World } from '../../src/desk/world.ts'
import { checks } from '../../src/domains/appropriateness/table.ts'
import { placingLimits } from '../../src/domains/placing-limits/table.ts'
import { accessChanges } from '../../src/domains/access-changes/table.ts'
import { actsAlone } from '../../src/domains/approvals/table.ts'
import { coinDeposits, coinRates } from '../../src/domains/coin-deposits/table.ts'
import { coinEntries } from '../../src/domains/receipts/coin-entries.ts'
import { corrections } from '../../src/domains/corrections/table.ts'
import { destinations } from '../../src/domains/destinations/table.ts'
import { investments } from '../../src/domains/investments/table.ts'
import { planIn, plans as planTable } from '../../src/domains/plans/table.ts'
import { bankEntries } from '../../src/domains/receipts/table.ts'
import { documents, documentViews } from '../../src/domains/documents/table.ts'
import { packs } from '../../src/domains/evidence-packs/table.ts'
import { agreements, proposals } from '../../src/domains/proposals/table.ts'
import { earlierPayouts, payoutBlocks } from '../../src/domains/payouts/blocks/table.ts'
import { batchPayments, payoutBatches } from '../../src/domains/payouts/batches/table.ts'
import { bankExports, exportPayments } from '../../src/domains/payouts/exports/table.ts'
import { listPayments, payoutLists } from '../../src/domains/payouts/lists/table.ts'
import { reconciliations } from '../../src/domains/reconciliations/table.ts'
import { roleChanges } from '../../src/domains/role-changes/table.ts'
import { cases } from '../../src/domains/verification/table.ts'
import { walletAddresses, wallets } from '../../src/domains/wallets/table.ts'
import {
  references as outsideReferences,
  withdrawals,
} from '../../src/domains/withdrawals/table.ts'
import { emptyHouse, emptyModel, type HouseInMemory } from './cast.ts'
import { Difference, inOneLine, withoutIds } from './difference.ts'
import { difference, ownerInModel, ownerInWorld, plain } from './faces.ts'
import { firmsId, type Answer, type Asked, type Told } from './model.ts'
import { beginning, moveOf, type Move } from './steps.ts'

/** A history in numbers: how many users begin it, how many accounts may be open at a time, and what happens. */
export type History = { users: number; people: number; steps: readonly number[] }
export type Look = (desk: HouseInMemory, move: Move, reply: Reply | null) => void

/** How often everything is compared, beside what each command names. */
const wholeEvery = 500

/** A new account's numbers are drawn by the engine; the model checks them and takes them over. */
export function toldBy({ text, status }: Pick<Answer, 'text' | 'status'>, { kind }: Asked): Told {
  if (kind !== 'OpenOwner' || status !== 201) return {}
  const { accountId, referralCode } = JSON.parse(text) as {
    accountId?: string
    referralCode?: string
  }
  return { accountId, referralCode }
}

export function differenceOfAnswers(model: Answer, engine: Answer): string | null {
  if (
    model.text === engine.text &&
    model.status === engine.status &&
    model.outcome === engine.outcome
  )
    return null
  return `the answers differ\n  engine: ${engine.status} ${engine.outcome} ${engine.text}\n  model:  ${model.status} ${model.outcome} ${model.text}`
}

const actAloneOf = (decided: Decided | null) =>
  decided?.changes?.put?.find(({ table }) => table === actsAlone)?.row as
    | { person: string; amount: bigint }
    | undefined

type Row = NonNullable<Parameters<typeof plain>[0]>

const differenceOfRow = (world: World, name: string, table: AnyTable, row: Row) =>
  difference(`${name} ${table.keyOf(row)}`, plain(row), plain(world.get(table, table.keyOf(row))))

export class BothInMemory {
  readonly desk = emptyHouse()
  readonly model = emptyModel()
  readonly submitted: Asked[] = []
  readonly #people: number

  constructor(people: number) {
    this.#people = people
  }

  /** What a step means now; null where there is nothing yet to repeat. */
  moveOf(step: number): Move | null {
    return moveOf(step, { model: this.model, submitted: this.submitted, people: this.#people })
  }

  /** Throws a Difference, also when a rule throws, which is never right. */
  make(move: Move): Reply | null {
    if ('passMs' in move) {
      this.desk.now += move.passMs
      this.desk.wall += move.wallMs
      this.model.wall += move.wallMs
      this.model.now += move.passMs
      return null
    }
    const asked = move.submit
    this.submitted.push(asked)
    const kept = this.desk.journal.length
    try {
      const reply = this.desk.run(asked)
      const answer = this.model.run(asked, toldBy(reply, asked))
      const fault =
        differenceOfAnswers(answer, reply) ??
        this.#differenceOfLines(kept) ??
        this.#differenceAbout(asked) ??
        (this.submitted.length % wholeEvery === 0 ? this.differenceOfAll() : null)
      if (fault) throw new Difference(fault)
      return reply
    } catch (error) {
      const said =
        error instanceof Difference
          ? error.message
          : `it could not be decided: ${(error as Error).stack}`
      throw new Difference(
        withoutIds(
          `After #${this.submitted.length - 1} ${inOneLine(asked)}\n${said}`,
          this.submitted,
        ),
        { cause: error },
      )
    }
  }

  /** What was written to people's lists, and whether the command is remembered. */
  #differenceOfLines(kept: number): string | null {
    const { journal } = this.desk
    const decided = journal[kept] ?? null
    if (journal.length !== this.model.records.size)
      return `${journal.length} commands are remembered by the engine, ${this.model.records.size} by the model`
    const entries = decided?.changes?.activity ?? []
    const [counted, act] = [
      actAloneOf(decided),
      this.model.acts.findLast(({ id }) => id === decided?.id),
    ]
    if (counted?.person !== act?.person || counted?.amount !== act?.amount)
      return `what one did alone differs: ${counted?.amount} in the engine, ${act?.amount} in the model`
    const told = entries.map(
      ({ owner, kind }, i) =>
        `${owner} ${decided!.balances[i]!.version} ${kind} ${decided!.at} ${decided!.balances[i]!.gain} ${decided!.balances[i]!.after}`,
    )
    const expected = this.model.lines.map(
      ({ owner, version, kind, at, gain, after }) =>
        `${owner} ${version} ${kind} ${at} ${gain} ${after}`,
    )
    return told.join() === expected.join()
      ? null
      : `the lists of activity differ\n  engine: ${told.join()}\n  model:  ${expected.join()}`
  }

  #differenceAbout(asked: Asked): string | null {
    const { kind, id, actor, command: c } = asked
    // A person who leaves is erased everywhere.
    if (kind === 'CloseUser' && this.model.lines.length > 0) return this.differenceOfAll()
    const request = this.model.request('withdrawal' in c ? c.withdrawal : id)
    const proposal = this.model.proposal('correction' in c ? c.correction : id)
    const named = [actor, 'owner' in c ? c.owner : null, 'user' in c ? c.user : null]
    const owners = [...named, proposal?.owner, request?.owner, request?.recipient]
    return this.#differenceOfOwners(owners) ?? this.#differenceOfNamed(asked)
  }

  /** Of those who are named, of those to whose lists something was written, and of the firm. */
  #differenceOfOwners(named: readonly (string | null | undefined)[]): string | null {
    const owners = [firmsId, ...named, ...this.model.lines.map(({ owner }) => owner)]
    for (const owner of new Set(owners.filter((one) => one !== null && one !== undefined))) {
      const fault = this.#differenceOfOwner(owner)
      if (fault) return fault
    }
    return null
  }

  #differenceOfNamed({ kind, id, command: c }: Asked): string | null {
    const { world } = this.desk
    const request = this.model.request('withdrawal' in c ? c.withdrawal : id)
    const investment = this.model.investment('investment' in c ? c.investment : id)
    const proposal = this.model.proposal('correction' in c ? c.correction : id)
    const change = this.model.change(
      'change' in c && kind !== 'NoteSecurityChange' && kind !== 'BuildPayoutBatch' ? c.change : id,
    )
    const entry = this.model.entry('entry' in c ? c.entry : id)
    const receipt = this.model.entry(
      entry?.receipt ?? ('receipt' in c && c.receipt ? c.receipt : id),
    )
    const documentId = 'document' in c ? c.document : id
    const caseId = 'verification' in c ? c.verification : id
    const proposalId = 'proposal' in c ? c.proposal : id
    const settled = 'payout' in c ? c.payout : id
    const role = this.model.roleChange('roleChange' in c ? c.roleChange : id)
    for (const [name, table, row] of [
      ['change', accessChanges, change],
      ['change of a role', roleChanges, role],
      ['proposal', proposals, this.model.waiting.find((one) => one.id === proposalId)],
      ['reconciliation', reconciliations, this.model.reconciliations.find((one) => one.id === id)],
      ['wallet', wallets, this.model.wallets.at(-1)],
      ['address', walletAddresses, this.model.addresses.at(-1)],
      ['block of payouts', payoutBlocks, this.model.payoutBlocks.at(-1)],
      [
        'earlier payout',
        earlierPayouts,
        this.model.earlierPayouts.find((one) => one.id === settled),
      ],
      ['entry at the bank', bankEntries, entry],
      ['receipt', bankEntries, receipt],
      ['document', documents, this.model.documents.find((one) => one.id === documentId)],
      ['case', cases, this.model.cases.find((one) => one.id === caseId)],
      ['request', withdrawals, request],
      ['correction', corrections, proposal],
      ['investment', investments, investment],
      ['answer', checks, this.model.checks.find((one) => one.id === id)],
      [
        'limit',
        placingLimits,
        this.model.limits.find((one) => 'owner' in c && one.owner === c.owner),
      ],
    ] as const) {
      const fault = row && differenceOfRow(world, name, table, row)
      if (fault) return fault
    }
    return this.#differenceInCoins(id, c)
  }

  #differenceInCoins(id: string, c: Asked['command']): string | null {
    const { model } = this
    const batch = 'batch' in c ? c.batch : id
    const payment = model.batchPayments.find(
      (one) => one.batch === batch && 'withdrawal' in c && one.withdrawal === c.withdrawal,
    )
    const list = 'list' in c ? c.list : id
    const line = model.listPayments.find(
      (one) => one.list === list && 'withdrawal' in c && one.withdrawal === c.withdrawal,
    )
    const file = 'export' in c ? c.export : id
    const claimed = model.exportPayments.findLast(
      (one) => 'withdrawal' in c && one.withdrawal === c.withdrawal,
    )
    for (const [name, table, row] of [
      ['file for the bank', bankExports, model.exports.find((one) => one.id === file)],
      ['payment in a file', exportPayments, claimed],
      ['batch of payouts', payoutBatches, model.batch(batch)],
      ['payment in a batch', batchPayments, payment],
      ['list of payouts', payoutLists, model.list(list)],
      ['payment on a list', listPayments, line],
      ['deposit in coins', coinDeposits, model.deposit('deposit' in c ? c.deposit : id)],
      ['rate', coinRates, model.rates.find((one) => one.id === id)],
      ['exchange of coins', coinEntries, model.exchange('entry' in c ? c.entry : id)],
    ] as const) {
      const fault = row && differenceOfRow(this.desk.world, name, table, row)
      if (fault) return fault
    }
    return null
  }

  #differenceOfOwner(owner: string): string | null {
    return difference(owner, ownerInModel(this.model, owner), ownerInWorld(this.desk.world, owner))
  }

  /** The rows that nouns keep, as many on either side. */
  #differenceOfRows(): string | null {
    const { world } = this.desk
    const { model } = this
    for (const [name, table, rows] of [
      ['request', withdrawals, model.requests],
      ['destination', destinations, model.destinations],
      ['correction', corrections, model.proposals],
      ['change', accessChanges, model.changes],
      ['change of a role', roleChanges, model.roleChanges],
      ['proposal', proposals, model.waiting],
      ['agreement', agreements, model.agreed],
      ['reconciliation', reconciliations, model.reconciliations],
      ['wallet', wallets, model.wallets],
      ['address', walletAddresses, model.addresses],
      ['block of payouts', payoutBlocks, model.payoutBlocks],
      ['earlier payout', earlierPayouts, model.earlierPayouts],
      ['entry at the bank', bankEntries, model.entries],
      ['deposit in coins', coinDeposits, model.deposits],
      ['rate', coinRates, model.rates],
      ['exchange of coins', coinEntries, model.exchanges],
      ['batch of payouts', payoutBatches, model.batches],
      ['payment in a batch', batchPayments, model.batchPayments],
      ['list of payouts', payoutLists, model.lists],
      ['payment on a list', listPayments, model.listPayments],
      ['file for the bank', bankExports, model.exports],
      ['payment in a file', exportPayments, model.exportPayments],
      ['document', documents, model.documents],
      ['pack of evidence', packs, model.packs],
      ['case', cases, model.cases],
      ['investment', investments, model.investments],
      ['answer', checks, model.checks],
      ['limit', placingLimits, model.limits],
    ] as const) {
      const held = world.rows<object>(table).length
      if (held !== rows.length)
        return `${rows.length} rows of ${name} are in the model and ${held} in the engine`
      for (const row of rows) {
        const fault = differenceOfRow(world, name, table, row)
        if (fault) return fault
      }
    }
    return this.#differenceOfViews()
  }

  #differenceOfViews(): string | null {
    const views = this.desk.world.rows(documentViews)
    if (views.length !== this.model.views.length)
      return `${this.model.views.length} looks at documents are in the model and ${views.length} in the engine`
    for (const [place, view] of views.entries()) {
      const fault = difference('a look at a document', { ...this.model.views[place]! }, { ...view })
      if (fault) return fault
    }
    return null
  }

  /** Everything that either side holds. */
  differenceOfAll(): string | null {
    const { world } = this.desk
    const { people, plans, references } = this.model
    const counts = difference(
      'the house',
      { people: people.length + 1, plans: plans.length, references: references.size },
      {
        people: world.owners.size,
        plans: world.rows(planTable).length,
        references: world.rows(outsideReferences).length,
      },
    )
    if (counts) return counts
    for (const { id } of [{ id: firmsId }, ...people]) {
      const fault = this.#differenceOfOwner(id)
      if (fault) return fault
    }
    const rows = this.#differenceOfRows()
    if (rows) return rows
    for (const plan of plans) {
      const fault = difference(`plan ${plan.id}`, plain(plan), plain(planIn(world, plan.id)))
      if (fault) return fault
    }
    const unknown = [...references].find((reference) => !world.get(outsideReferences, reference))
    return unknown === undefined ? null : `the reference ${unknown} is known only to the model`
  }
}

/** Plays a whole history, checking after every move; throws a Difference at the first one. Returns both houses. */
export function playInMemory(
  { users, people, steps }: History,
  look: Look = () => {},
): { both: BothInMemory; moves: Move[] } {
  const both = new BothInMemory(people)
  const moves: Move[] = []
  const go = (move: Move) => {
    moves.push(move)
    look(both.desk, move, both.make(move))
  }
  for (const submit of beginning(users)) go({ submit })
  for (const step of steps) {
    const move = both.moveOf(step)
    if (move) go(move)
  }
  const fault = both.differenceOfAll()
  if (fault) throw new Difference(withoutIds(`At the end: ${fault}`, both.submitted))
  return { both, moves }
}
