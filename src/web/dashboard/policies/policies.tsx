import { Button } from '@mantine/core'
import { useAccepting } from '../accepting.ts'
import type { OwnEdition } from '../../../contract/edition.ts'
import { LoadedText } from '../../account/editions/text.tsx'
import { daySaid, mustAccept, stateWords } from '../../account/editions/words.ts'
import { PageHead } from '../../account/page-head.tsx'
import { useOwnEditionsQuery } from '../../api/editions.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'

export const meta = titled('Policies')

/** What the person accepts: what counts, what comes, and what they have accepted before. */
export default function PoliciesPage() {
  const { data, ...answer } = useOwnEditionsQuery()
  return (
    <>
      <PageHead title="Policies" />
      {data ? (
        <Editions editions={data.data.editions} />
      ) : (
        <NotLoaded what="the policies" rows={4} {...answer} />
      )}
    </>
  )
}

function Editions({ editions }: { editions: OwnEdition[] }) {
  if (editions.length === 0)
    return (
      <Empty action={<a href="/TermsOfService">Read what counts today</a>}>
        Nothing has to be accepted here. You are told weeks before that changes.
      </Empty>
    )
  const waits = editions.some(mustAccept)
  return (
    <>
      {waits && (
        <Note>
          Please accept what counts today before you invest or send money to another account here.
          Withdrawing your money never depends on it.
        </Note>
      )}
      {editions.map((one) => (
        <OneEdition key={one.id} {...one} />
      ))}
    </>
  )
}

function OneEdition(edition: OwnEdition) {
  const { id, title, number, digest, changed, state, acceptedAt } = edition
  const { give, busy, problem } = useAccepting()
  const [badge, label] = stateWords[state]
  const isOffered = acceptedAt === null && (state === 'counts' || state === 'comes')
  return (
    <Sheet
      title={`${title}, edition ${number}`}
      aside={<Badge state={badge}>{label}</Badge>}
      lit={mustAccept(edition)}
    >
      <div className="stack">
        <p>
          {state === 'comes' ? 'Counts from' : 'Counts since'} {daySaid(edition)}.{' '}
          {acceptedAt !== null && (
            <>
              You accepted it on <time dateTime={acceptedAt}>{showDateTime(acceptedAt)}</time>.
            </>
          )}
        </p>
        <p>{changed}</p>
        <LoadedText id={id} />
        {problem && <Note tone="bad">{problem}</Note>}
        {isOffered && (
          <div className="row">
            <Button
              loading={busy}
              aria-label={`Accept ${title}, edition ${number}`}
              onClick={() => void give({ id, digest })}
            >
              Accept
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  )
}
