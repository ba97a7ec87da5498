import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { StaffCase } from '../../../contract/verification.ts'
import { useVerificationsInfiniteQuery } from '../../api/staff-verifications.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import { useHeldRows } from '../held-rows.ts'
import { NewRows } from '../new-rows.tsx'
import tabs from '../withdrawals/work-tabs.module.css'
import { CasePanel } from './panel.tsx'
import { CasesTable, WaitingLine } from './table.tsx'
import styles from './verifications.module.css'
import { queryOf, viewIn, workWords, type VerificationsView, type Work } from './view.ts'

export const meta = titled('Verifications')

const nothing: Record<Work, string> = {
  'to-review': 'Nothing is waiting for a review.',
  'second-decision': 'No final refusal is waiting for a second administrator.',
  '': 'Nobody has sent in anything yet.',
}

/** Who people are: what they sent in, beside what staff decide on it. */
export default function VerificationsPage() {
  const [query, setQuery] = useSearchParams()
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
      <Sheet dense title="What people sent in" aside={<WorkTabs view={view} />}>
        <Cases
          key={view.work}
          view={view}
          onOpen={(caseId) =>
            setQuery(queryOf({ ...view, caseId }), { replace: true, preventScrollReset: true })
          }
        />
      </Sheet>
    </>
  )
}

function WorkTabs({ view: { work } }: { view: VerificationsView }) {
  return (
    <nav className={tabs.tabs} aria-label="Lists of verifications">
      {(Object.keys(workWords) as Work[]).map((one) => (
        <Link
          key={one}
          to={{ search: queryOf({ work: one, caseId: '' }) }}
          preventScrollReset
          aria-current={one === work ? 'page' : undefined}
        >
          {workWords[one]}
        </Link>
      ))}
    </nav>
  )
}

type CasesProps = { view: VerificationsView; onOpen(caseId: string): void }

function Cases({ view, onOpen }: CasesProps) {
  const { work, caseId } = view
  const { data, ...answer } = useVerificationsInfiniteQuery({ work })
  const held = useHeldRows(
    data ? work : 'none yet',
    useMemo(() => data?.pages.flatMap((page) => page.data.verifications) ?? [], [data]),
    ({ id }) => id,
    answer.hasNextPage,
  )
  const isWide = useIsWide()
  const beside = isWide ? caseId : ''
  useFirst(isWide && work !== '' && caseId === '' ? held.rows[0]?.id : undefined, onOpen)
  const problem = answer.error && <LoadFailed what="the verifications" {...answer} />
  if (!data) return problem ?? <Waiting rows={6} />
  return (
    <div className={styles.work}>
      <WaitingLine work={work} rows={held.rows} more={answer.hasNextPage} />
      <NewRows count={held.coming} onShow={held.show} />
      <div className={beside ? styles.beside : undefined}>
        <div className={styles.list}>
          {held.rows.length === 0 ? (
            <Empty>{nothing[work]}</Empty>
          ) : (
            <CasesTable
              rows={held.rows}
              work={work}
              isWide={isWide}
              beside={beside}
              onOpen={onOpen}
            />
          )}
          {problem ?? <LoadMore {...answer} byItself />}
        </div>
        {beside && (
          <CasePanel
            id={beside}
            onClose={work === '' ? () => onOpen('') : null}
            onDone={() => onOpen(nextAfter(held.rows, beside))}
          />
        )}
      </div>
    </div>
  )
}

/** Beside a list there has to be room for what was entered and its documents. */
const useIsWide = () =>
  useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })

/** Shows the first of a list of work, and names it in the address: another that comes to stand first doesn’t take its place. */
function useFirst(first: string | undefined, onOpen: (caseId: string) => void): void {
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    if (first) open(first)
  }, [first])
}

/** On to the next one after a decision; where there is none it stays, as it is then. */
function nextAfter(rows: StaffCase[], decided: string): string {
  const at = rows.findIndex(({ id }) => id === decided)
  return at === -1 ? decided : (rows[at + 1] ?? rows[at - 1] ?? rows[at]!).id
}
