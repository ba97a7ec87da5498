/** What must hold of any books, whatever happened. The audit asks the database the same questions. */
import type { Cents } from '../../lib/money.ts'
import { debts, kinds, type Unit } from './chart.ts'
import type { Books } from './books.ts'
import { owedByTotals, type Totals } from './posting.ts'

/** The first thing that is wrong with the books, or null. */
export function faultOf(books: Books): string | null {
  const sums = new Map<Unit, Cents>()
  for (const { owner, kind, debits, credits } of books.accounts()) {
    const { unit, guarded } = kinds[kind]
    sums.set(unit, (sums.get(unit) ?? 0n) + credits - debits)
    if (guarded && credits < debits) return `${kind} of ${owner} is below zero`
    if (debts.includes(kind) && credits > debits) return `${kind} of ${owner} is in credit`
  }
  for (const [unit, sum] of sums)
    if (sum !== 0n) return `the balances in ${unit} sum to ${sum}, not to zero`
  return null
}

/** Whether a person's totals tell the same as their accounts. */
export function totalsFault(owner: string, totals: Totals, books: Books): string | null {
  const owed =
    books.balance(owner, 'cash') +
    books.balance(owner, 'held') +
    books.balance(owner, 'invested') +
    books.balance(owner, 'security')
  const told = owedByTotals(totals)
  return owed === told ? null : `the totals of ${owner} say ${told}, the accounts say ${owed}`
}
