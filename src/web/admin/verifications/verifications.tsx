import type { StaffCase } from '../../../contract/verification.ts'
import {
  useVerificationsInfiniteQuery,
  verificationsCsvPath,
} from '../../api/staff-verifications.ts'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useBeside } from '../list/beside.ts'
import { List, useListed } from '../list/listed.tsx'
import list from '../list/list.module.css'
import { ListTabs } from '../list/tabs.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { useStaff } from '../staff.ts'
import { CasesChoice } from './choice.tsx'
import { useSelected } from '../bulk/each.tsx'
import { canBeReminded, RemindSelected } from './remind-many.tsx'
import { CasePanel } from './panel.tsx'
import { CasesTable, WaitingLine } from './table.tsx'
import layout from '../list/case.module.css'
import {
  asked,
  queryOf,
  viewIn,
  workWords,
  type Choice,
  type VerificationsView,
  type Work,
} from './view.ts'
import { Head } from '../head.tsx'

export const meta = titled('Verifications')

const nothing: Record<Work, string> = {
  'to-review': 'Nothing is waiting for a review.',
  '': 'Nobody has sent in anything yet.',
}

/** Who people are: what they sent in, beside what staff decide on it. */
export default function VerificationsPage() {
  const [query, change] = useAddress()
  const view = viewIn(query)
  const { may } = useStaff()
  return (
    <>
      <Head title="Verifications">
        Who people say they are, and the documents that show it. Refusing somebody for good takes
        two administrators.
      </Head>
      <Sheet
        dense
        title="What people sent in"
        aside={
          <>
            <ListTabs
              label="Lists of verifications"
              words={workWords}
              current={view.work}
              queryOf={(work) => queryOf({ ...view, work, caseId: '' })}
            />
            {may('export-people') && <CsvLink href={verificationsCsvPath(asked(view))} />}
          </>
        }
      >
        <Cases
          view={view}
          onChoose={(changed) =>
            change(
              (now) => new URLSearchParams(queryOf({ ...viewIn(now), ...changed, caseId: '' })),
              {
                replace: true,
              },
            )
          }
          onOpen={(caseId) =>
            change(() => new URLSearchParams(queryOf({ ...view, caseId })), { replace: true })
          }
        />
      </Sheet>
    </>
  )
}

type CasesProps = {
  view: VerificationsView
  onChoose(changed: Partial<Choice>): void
  onOpen(caseId: string): void
}

const keyOf = ({ id }: StaffCase) => id

function Cases({ view, onChoose, onOpen }: CasesProps) {
  const { work, caseId } = view
  const answer = useVerificationsInfiniteQuery(asked(view))
  const listed = useListed(answer, {
    what: 'the verifications',
    view: JSON.stringify(asked(view)),
    rowsOf: (page) => page.data.verifications,
    keyOf,
  })
  const { isWide, beside, after } = useBeside({
    of: listed,
    keyOf,
    named: caseId,
    isWork: work !== '',
  })
  const selected = useSelected(listed.rows, keyOf)
  const reminds = useStaff().may('decide-cases') && listed.rows.some(canBeReminded)
  // What was chosen says nothing of how much waits.
  const isPlain = !view.country && !view.risk && !view.sort
  return (
    <div className={list.list}>
      <div className={list.choosing}>
        <CasesChoice view={view} onChoose={onChoose} />
        {isPlain && <WaitingLine work={work} rows={listed.rows} more={listed.hasNextPage} />}
        {reminds && <RemindSelected selected={selected} />}
      </div>
      <div className={beside && layout.beside}>
        <List
          of={listed}
          empty={<Empty>{isPlain ? nothing[work] : 'Nothing matches these filters.'}</Empty>}
        >
          {(rows) => (
            <CasesTable
              rows={rows}
              work={work}
              isWide={isWide}
              beside={beside}
              selected={reminds ? selected : null}
              onOpen={onOpen}
            />
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
