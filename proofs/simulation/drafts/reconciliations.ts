/** Statements of the bank: most fit the books, some are of another day, account or balance. */
import type { Drafts } from '../scene.ts'

const someDay = Date.UTC(2026, 0, 1)
const dayMs = 24 * 60 * 60 * 1000

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export const reconciliations: Drafts<'ReconcileBank'> = {
  weights: { ReconcileBank: 5 },
  makers: {
    ReconcileBank({ model, actor, nth, twist, number }) {
      // Months are closed on those that fit, and reach the present.
      const fits = nth % 3 > 0
      const account = nth % 2 === 0 ? 'client-bank' : 'firm-bank'
      const { balance, entries } = model.firm[nth % 2 === 0 ? 'clientBank' : 'firmBank']
      const inTransit = twist % 4 === 1 && entries > 0
      return {
        command: {
          account,
          statementAccount: fits ? null : ['IBAN 1', 'IBAN 2', null][twist % 3]!,
          statementDay: dayOf(fits ? model.now : someDay + (nth % 40) * dayMs),
          closing: balance - (inTransit ? 5n : 0n) + (nth % 9 === 0 ? 1n : 0n),
          digest: String(fits ? 100 + number : twist % 16).padStart(64, '0'),
          balance: balance + (nth % 17 === 0 ? 1n : 0n),
          upTo: entries,
          inTransit: inTransit ? String(entries) : '',
          inTransitSum: inTransit ? 5n : 0n,
          unbooked: nth % 7 === 0 ? twist % 3 : 0,
          astray: nth % 11 === 0 ? twist % 3 : 0,
          firstAstray: 'Something is on no statement.',
          openingAfter: fits ? null : [null, 0n, balance][nth % 3]!,
        },
        actor,
      }
    },
  },
}
