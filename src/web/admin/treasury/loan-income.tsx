import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { formatUsd } from '../../../lib/money.ts'
import { useDrawLoanIncomeMutation, useLoanBookInfiniteQuery } from '../../api/staff-loans.ts'
import { useSite } from '../../site.ts'
import { centsOf } from '../../ui/amount.ts'
import { Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { changed } from './before-after.tsx'
import { ByReferenceForm } from './by-reference.tsx'

/** Interest and fees that borrowers have paid, and nobody has drawn yet; null until that is known. */
function useIncome() {
  const { may } = useStaff()
  const { data } = useLoanBookInfiniteQuery({ limit: '1' }, { skip: !may('read-loans') })
  const income = data?.pages[0]?.data.income
  return income === undefined ? null : centsOf(income)
}

/** Nothing where nothing is lent and nothing has come in. */
export function DrawLoanIncome({ books }: { books: TreasuryBooks }) {
  const { loans } = useSite()
  const income = useIncome()
  if (income === null || (loans?.applyAt !== 'here' && income === 0n)) return null
  return <DrawForm books={books} income={income} />
}

function DrawForm({ books, income }: { books: TreasuryBooks; income: bigint }) {
  const [draw] = useDrawLoanIncomeMutation()
  return (
    <ByReferenceForm
      title="Draw income of loans"
      amountLabel="Amount transferred"
      upTo={income}
      reference={{
        label: 'Reference of the transfer',
        description: 'From the clients’ account to the firm’s own',
      }}
      button="Draw the income"
      question={{
        title: 'Draw this income?',
        confirm: (cents) => `Propose ${formatUsd(cents)}`,
      }}
      asOf={books.asOf}
      lines={(cents) => [changed('Income of loans', income, income - cents)]}
      note={(cents) => cents > income && <Note>Borrowers have paid less than this.</Note>}
      trigger={draw}
      otherwise="Nothing was drawn. Please try again."
    />
  )
}
