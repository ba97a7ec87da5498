import type { StaffCase } from '../../../contract/verification.ts'
import { useVerificationsInfiniteQuery } from '../../api/staff-verifications.ts'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useBeside } from '../list/beside.ts'
import { List, useListed } from '../list/listed.tsx'
import list from '../list/list.module.css'
import { ListTabs } from '../list/tabs.tsx'
import { CasePanel } from './panel.tsx'
import { CasesTable, WaitingLine } from './table.tsx'
import styles from './verifications.module.css'
import { queryOf, viewIn, workWords, type VerificationsView, type Work } from './view.ts'

export const meta = titled('Verifications')

const nothing: Record<Work, string> = {
  'to-review': 'Nothing is waiting for a review.',
  '': 'Nobody has sent in anything yet.',
}

/** Who people are: what they sent in, beside what staff decide on it. */
export default function VerificationsPage() {
  const [query, change] = useAddress()
  const view = viewIn(query)
  return (
    <>
      <div>
        <h1>Verifications</h1>
        <p className="lead">
          Who people say they are, and the documents that show it. Refusing somebody for good takes
          two administrators.
        </p>
      </div>
      <Sheet
        dense
        title="What people sent in"
        aside={
          <ListTabs
            label="Lists of verifications"
            words={workWords}
            current={view.work}
            queryOf={(work) => queryOf({ work, caseId: '' })}
          />
        }
      >
        <Cases
          view={view}
          onOpen={(caseId) =>
            change(() => new URLSearchParams(queryOf({ ...view, caseId })), { replace: true })
          }
        />
      </Sheet>
    </>
  )
}

type CasesProps = { view: VerificationsView; onOpen(caseId: string): void }

const keyOf = ({ id }: StaffCase) => id

function Cases({ view: { work, caseId }, onOpen }: CasesProps) {
  const answer = useVerificationsInfiniteQuery({ work })
  const listed = useListed(answer, {
    what: 'the verifications',
    view: work,
    rowsOf: (page) => page.data.verifications,
    keyOf,
  })
  const { isWide, beside, after } = useBeside({
    of: listed,
    keyOf,
    named: caseId,
    isWork: work !== '',
  })
  return (
    <div className={list.list}>
      <WaitingLine work={work} rows={listed.rows} more={listed.hasNextPage} />
      <div className={beside && styles.beside}>
        <List of={listed} empty={<Empty>{nothing[work]}</Empty>}>
          {(rows) => (
            <CasesTable rows={rows} work={work} isWide={isWide} beside={beside} onOpen={onOpen} />
          )}
        </List>
        {beside && (
          <CasePanel
            id={beside}
            onClose={work === '' ? () => onOpen('') : null}
            onDone={() => onOpen(after(beside))}
          />
        )}
      </div>
    </div>
  )
}
