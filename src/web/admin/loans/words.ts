/** The lists of loans, as the address of their page names them, and ages in words. */
import { loanAges, type LoanAge } from '../../../contract/lending.ts'

export const lists = {
  asked: 'Asked for',
  decided: 'Decided',
  book: 'Loan book',
} as const
export type ListName = keyof typeof lists

export const ageWords: Record<LoanAge, string> = {
  'on-time': 'On time',
  '1-30': '1 to 30 days late',
  '31-60': '31 to 60 days late',
  '61-90': '61 to 90 days late',
  'over-90': 'Over 90 days late',
  defaulted: 'Called due',
}

export type LoansView = {
  list: ListName
  /** The one beside the list, or empty. */
  application: string
  /** Of the book: empty for all. */
  age: LoanAge | ''
}

export function viewIn(query: URLSearchParams): LoansView {
  const list = query.get('list') ?? ''
  const age = query.get('age') as LoanAge
  return {
    list: Object.hasOwn(lists, list) ? (list as ListName) : 'asked',
    application: /^[\da-f-]{36}$/.exec(query.get('application') ?? '')?.[0] ?? '',
    age: loanAges.includes(age) ? age : '',
  }
}

export function queryOf({ list, application = '', age = '' }: Partial<LoansView>): string {
  const query = new URLSearchParams()
  if (list && list !== 'asked') query.set('list', list)
  if (application) query.set('application', application)
  if (age) query.set('age', age)
  return query.toString()
}

export const loanPath = (id: string) => `/admin/loans/${id}`
