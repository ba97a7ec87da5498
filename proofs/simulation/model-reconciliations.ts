/** Statements held against the books, thought again: recorded only where nothing is left over. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Reconciliation } from '../../src/domains/reconciliations/table.ts'
import type { Apart } from './model-apart.ts'
import { firmsId, no, Part, said, type By, type Outcome } from './model-house.ts'
import { usd } from './model-words.ts'

type Given = CommandOf<'ReconcileBank'>

const nothing = 'Nothing was recorded.'
const left = (why: string) => no('not_reconciled', why)

class Statements extends Part {
  #last(account: string): Reconciliation | undefined {
    return this.house.reconciliations
      .filter((one) => one.account === account)
      .toSorted((a, b) => a.reconciledAt - b.reconciledAt || (a.id < b.id ? -1 : 1))
      .at(-1)
  }

  #refused(c: Given, at: number): Refusal | null {
    // It may be tomorrow at the bank.
    if (c.statementDay > new Date(at + 14 * 3_600_000).toISOString().slice(0, 10))
      return left(`The statement ends in the future. ${nothing}`)
    const before = this.#last(c.account)
    const other = this.#last(c.account === 'client-bank' ? 'firm-bank' : 'client-bank')
    const named = c.statementAccount
    if (
      named !== null &&
      (other?.statementAccount === named ||
        (before && before.statementAccount !== null && before.statementAccount !== named))
    )
      return left(
        `This statement is of another account at the bank than the one before. ${nothing}`,
      )
    if (before?.digest === c.digest)
      return left('This very file was reconciled already. Nothing was recorded again.')
    if (before && c.openingAfter !== null && c.openingAfter !== before.closing)
      return left(
        `The statement begins with ${usd(c.openingAfter)}, and the one before ended with ${usd(before.closing)}: one between them is missing. ${nothing}`,
      )
    if (before && c.statementDay < before.statementDay)
      return left(`The account is reconciled until ${before.statementDay} already. ${nothing}`)
    const { balance, entries } =
      this.house.firm[c.account === 'client-bank' ? 'clientBank' : 'firmBank']
    if (balance !== c.balance || entries !== c.upTo)
      return no(
        'not_as_shown',
        `Something was booked on this account meanwhile. ${nothing.slice(0, -1)}: compare the statement again.`,
      )
    if (c.unbooked === 1)
      return left(`1 entry of the statement is not in the books as the bank has it. ${nothing}`)
    if (c.unbooked > 1)
      return left(
        `${c.unbooked} entries of the statement are not in the books as the bank has them. ${nothing}`,
      )
    if (c.astray > 0)
      return left(
        `${c.firstAstray}${c.astray > 1 ? ` ${c.astray - 1} more bookings are like it.` : ''} ${nothing}`,
      )
    return c.closing + c.inTransitSum === balance
      ? null
      : left(
          `The closing balance differs from the books by more than these lines explain. ${nothing}`,
        )
  }

  reconcile(c: Given, by: By): Outcome {
    if (by.actor === null || !this.house.works(by.actor)) return no('forbidden')
    const refused = this.#refused(c, by.at)
    if (refused) return refused
    const { account, statementAccount, statementDay, closing, balance, upTo, inTransit, digest } = c
    this.house.reconciliations.push({
      id: by.id,
      owner: this.house.firmsId,
      account,
      statementAccount,
      statementDay,
      closing,
      balance,
      upTo,
      inTransit,
      digest,
      reconciledAt: by.at,
      reconciledBy: by.actor,
    })
    this.house.enterFirm('bank-reconciled', by.at)
    return said(200, `The account is reconciled until ${statementDay}: nothing is left over.`)
  }
}

export const reconciliations: Apart<'ReconcileBank'> = {
  byStaff: ['ReconcileBank'],
  begin(house) {
    const part = new Statements(house)
    return {
      decide: { ReconcileBank: (c, by) => part.reconcile(c, by) },
      subjectOf: () => firmsId,
      rows: { reconciliations: { rows: house.reconciliations, words: [] } },
    }
  },
}
