import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Mark, Sample, SampledUser } from '../../../contract/sample.ts'
import { useSampleQuery } from '../../api/evidence.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useStaff } from '../staff.ts'
import styles from './evidence.module.css'
import { MarkUser, WithdrawMark } from './mark.tsx'
import { lookedAt } from './samples.tsx'
import { When } from '../when.tsx'

export const meta = titled('Sample of users')

/** Who was drawn, and what was reviewed. */
export default function SamplePage() {
  const id = useParams().sampleId ?? ''
  return (
    <>
      <p className="small">
        <Link to="/admin/evidence">All evidence</Link>
      </p>
      <div>
        <h1>Sample of users</h1>
      </div>
      <Found key={id} id={id} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const { data, ...answer } = useSampleQuery(id)
  if (!data) return <NotLoaded what="the sample" rows={5} {...answer} />
  const { sample, users } = data.data
  return (
    <>
      <Progress sample={sample} />
      <Sheet title="Who was drawn">
        <Users sample={sample} users={users} />
      </Sheet>
    </>
  )
}

const Moment = ({ at }: { at: string }) => <When at={at} />

function Progress({ sample }: { sample: Sample }) {
  return (
    <Sheet title="Looked at" aside={<span role="status">{lookedAt(sample)}</span>} lit narrow>
      <div className="stack">
        <progress
          className={styles.bar}
          max={sample.size}
          value={sample.lookedAt}
          aria-label="How many are looked at"
        >
          {lookedAt(sample)}
        </progress>
        <p className="small">
          Drawn by <bdi>{sample.drawnBy.fullName}</bdi>, <Moment at={sample.drawnAt} />, from{' '}
          {sample.among.toLocaleString('en-US')} {sample.among === 1 ? 'user' : 'users'}
        </p>
      </div>
    </Sheet>
  )
}

const counting = ({ marks }: SampledUser): Mark | undefined =>
  marks.find(({ withdrawn }) => withdrawn === null)

const columns: Column<SampledUser>[] = [
  {
    head: 'User',
    kind: 'name',
    cell: ({ user }) => <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link>,
  },
  {
    head: 'State',
    cell: (one) =>
      counting(one) ? (
        <Badge state="approved">Looked at</Badge>
      ) : one.closed ? (
        <Badge state="other">Left since</Badge>
      ) : (
        <Badge state="pending">Not yet</Badge>
      ),
  },
  { head: 'Marks', cell: ({ marks }) => <Marks marks={marks} /> },
]

function Marks({ marks }: { marks: Mark[] }) {
  if (marks.length === 0) return <span className="caption">None</span>
  return (
    <ul className={styles.marks}>
      {marks.map(({ id, by, at, note, withdrawn }) => (
        <li key={id}>
          <p className={styles.note}>{withdrawn ? <del>{note}</del> : note}</p>
          <p className="caption">
            By <bdi>{by.fullName}</bdi>, <Moment at={at} />
          </p>
          {withdrawn && (
            <p className="caption">
              Withdrawn, <Moment at={withdrawn.at} />
              {withdrawn.reason && `: “${withdrawn.reason}”`}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

type Asked = { what: 'mark'; user: SampledUser } | { what: 'back'; user: SampledUser; mark: Mark }

function Users({ sample, users }: { sample: Sample; users: SampledUser[] }) {
  const { id: me, may } = useStaff()
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const actions: Column<SampledUser> = {
    head: 'Actions',
    kind: 'actions',
    cell: (user) => <Action user={user} me={me} onAsk={ask} />,
  }
  return (
    <>
      <DataTable
        label="Who was drawn"
        columns={may('draw-samples') ? [...columns, actions] : columns}
        rows={users}
        keyOf={({ user }) => user.id}
      />
      {asked?.what === 'mark' && (
        <MarkUser sample={sample.id} user={asked.user.user} onClose={close} />
      )}
      {asked?.what === 'back' && (
        <WithdrawMark mark={asked.mark.id} user={asked.user.user} onClose={close} />
      )}
    </>
  )
}

function Action({ user, me, onAsk }: { user: SampledUser; me: string; onAsk(asked: Asked): void }) {
  const mark = counting(user)
  if (user.closed || (mark && mark.by.id !== me)) return null
  return mark ? (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Withdraw the review mark on ${user.user.fullName}`}
      onClick={() => onAsk({ what: 'back', user, mark })}
    >
      Withdraw
    </Button>
  ) : (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Mark ${user.user.fullName} as reviewed`}
      onClick={() => onAsk({ what: 'mark', user })}
    >
      Mark as reviewed
    </Button>
  )
}
