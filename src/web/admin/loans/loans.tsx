import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Head } from '../head.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { LoanBookList } from './book.tsx'
import { Applications } from './queue.tsx'
import { lists, queryOf, viewIn } from './words.ts'

export const meta = titled('Loans')

/** What people ask to be lent, beside what staff decide on it; and what runs. */
export default function LoansPage() {
  const [query, change] = useAddress()
  const view = viewIn(query)
  const tabs = (
    <ListTabs
      label="Lists of loans"
      words={lists}
      current={view.list}
      queryOf={(list) => queryOf({ list })}
    />
  )
  return (
    <>
      <Head title="Loans">
        What people ask to be lent, and what runs of it. Lending, refusing and calling a loan due
        each take two. Nobody ever pays to be lent money.
      </Head>
      {view.list === 'book' ? (
        <LoanBookList tabs={tabs} age={view.age} />
      ) : (
        <Sheet dense title={lists[view.list]} aside={tabs}>
          <Applications
            // Each list begins anew.
            key={view.list}
            list={view.list}
            named={view.application}
            onOpen={(application) =>
              change(() => new URLSearchParams(queryOf({ ...view, application })), {
                replace: true,
              })
            }
          />
        </Sheet>
      )}
    </>
  )
}
