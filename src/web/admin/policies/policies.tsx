import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PolicyRow, StaffEdition } from '../../../contract/edition.ts'
import { LoadedText } from '../../account/editions/text.tsx'
import { daySaid, stateWords } from '../../account/editions/words.ts'
import { useNotAcceptedInfiniteQuery, usePoliciesQuery } from '../../api/editions.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { When } from '../when.tsx'
import { ProposeEdition, WithdrawEdition, type Notice } from './dialogs.tsx'

export const meta = titled('Policies')

/** What people accept, edition by edition: who agreed to each, and how many have accepted it. */
export default function PoliciesPage() {
  const { data, ...answer } = usePoliciesQuery()
  return (
    <>
      <Head title="Policies">
        People accept these policies. Two publish an edition, and everybody is told before it
        counts.
      </Head>
      {data ? (
        <>
          <WaitingNote
            about="a policy"
            are={({ kind }) => kind === 'edition-publication' || kind === 'edition-withdrawal'}
          />
          {data.data.policies.length === 0 && (
            <Empty>
              No policy has to be accepted. The content pack names them in firm.yaml, below
              “accepted”.
            </Empty>
          )}
          {data.data.policies.map((one) => (
            <Policy key={one.policy} row={one} people={data.data.people} notice={data.data} />
          ))}
        </>
      ) : (
        <NotLoaded what="the policies" rows={6} {...answer} />
      )}
    </>
  )
}

type Shown = { edition: StaffEdition; what: 'text' | 'missing' | 'withdrawal' } | 'proposal' | null

const columnsOf = (people: number): Column<StaffEdition>[] => [
  { head: 'Edition', kind: 'name', cell: ({ number }) => `Edition ${number}` },
  {
    head: 'Status',
    cell({ state }) {
      const [badge, label] = stateWords[state]
      return <Badge state={badge}>{label}</Badge>
    },
  },
  { head: 'Counts from', cell: (one) => daySaid(one) },
  { head: 'What changes', cell: ({ changed }) => changed },
  {
    head: 'Published',
    cell: ({ publishedAt, by: [first, second] }) => (
      <>
        <When at={publishedAt} /> by <bdi>{first!.fullName}</bdi> and <bdi>{second!.fullName}</bdi>
      </>
    ),
  },
  { head: 'Accepted', kind: 'amount', cell: ({ accepted }) => `${accepted} of ${people}` },
]

type PolicyProps = { row: PolicyRow; people: number; notice: Notice }

function Policy({ row, people, notice }: PolicyProps) {
  const { may } = useStaff()
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  return (
    <Sheet
      title={row.title}
      aside={
        row.proposable !== null &&
        may('offer-plans') && (
          <Button variant="default" onClick={() => setShown('proposal')}>
            Propose edition…
          </Button>
        )
      }
      dense
    >
      {row.editions.length === 0 ? (
        <Empty>Nobody has to accept it yet. Propose the content pack’s text as edition 1.</Empty>
      ) : (
        <DataTable
          label={`Editions of the ${row.title}`}
          columns={[...columnsOf(people), actionsOf(row.title, may('offer-plans'), setShown)]}
          rows={row.editions}
          keyOf={({ id }) => id}
        />
      )}
      {shown === 'proposal' && <ProposeEdition row={row} notice={notice} onClose={close} />}
      {shown !== null && shown !== 'proposal' && (
        <OfEdition {...shown} title={row.title} onClose={close} />
      )}
    </Sheet>
  )
}

const actionsOf = (
  title: string,
  mayWithdraw: boolean,
  show: (shown: Shown) => void,
): Column<StaffEdition> => ({
  head: 'Actions',
  kind: 'actions',
  cell: (edition) => {
    const about = `${title}, edition ${edition.number}`
    const button = (what: 'text' | 'missing' | 'withdrawal', label: string) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${label.replace('…', '')}: ${about}`}
        onClick={() => show({ edition, what })}
      >
        {label}
      </Button>
    )
    return (
      <>
        {button('text', 'Read')}
        {edition.state !== 'withdrawn' && button('missing', 'Not accepted')}
        {edition.state === 'comes' && mayWithdraw && button('withdrawal', 'Withdraw…')}
      </>
    )
  },
})

type OfEditionProps = Exclude<Shown, 'proposal' | null> & { title: string; onClose(): void }

function OfEdition({ edition, what, title, onClose }: OfEditionProps) {
  const name = `${title}, edition ${edition.number}`
  if (what === 'withdrawal')
    return <WithdrawEdition edition={edition} name={name} onClose={onClose} />
  return (
    <Dialog title={what === 'text' ? name : `Not accepted: ${name}`} open wide onClose={onClose}>
      {what === 'text' ? <LoadedText id={edition.id} /> : <Missing id={edition.id} />}
    </Dialog>
  )
}

function Missing({ id }: { id: string }) {
  const { data, ...answer } = useNotAcceptedInfiniteQuery({ id })
  if (!data) return <NotLoaded what="the people" rows={4} {...answer} />
  const people = data.pages.flatMap((page) => page.data.people)
  if (people.length === 0) return <Empty>Everybody with an account has accepted it.</Empty>
  return (
    <>
      <ul>
        {people.map((one) => (
          <li key={one.id}>
            <a href={`/admin/users/${one.id}`}>
              <bdi>{one.fullName}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <LoadMore {...answer} />
    </>
  )
}
