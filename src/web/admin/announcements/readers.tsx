/** Whom an announcement reached, and when each opened it. */
import { useState } from 'react'
import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { AnnouncementReader } from '../../../contract/announcement-sending.ts'
import { useAnnouncementReadersInfiniteQuery } from '../../api/announcement-sending.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/states.tsx'
import { List, useListed } from '../list/listed.tsx'
import { When } from '../when.tsx'

const lists = { all: 'All', read: 'Have read it', unread: 'Have not read it' } as const
type ListName = keyof typeof lists

const columns: Column<AnnouncementReader>[] = [
  {
    head: 'User',
    kind: 'name',
    cell: ({ user }) => (
      <Link to={`/admin/users/${user.id}`}>
        <bdi>{user.fullName}</bdi>
      </Link>
    ),
  },
  { head: 'Reached', cell: ({ at }) => <When at={at} /> },
  { head: 'Email', cell: ({ isMailed }) => (isMailed ? 'Yes' : 'No') },
  { head: 'Read', cell: ({ readAt }) => (readAt === null ? 'Not yet' : <When at={readAt} />) },
]

export function Readers({ id, title }: { id: string; title: string }) {
  const [list, setList] = useState<ListName>('all')
  const answer = useAnnouncementReadersInfiniteQuery({ id, list })
  const listed = useListed(answer, {
    what: 'who was reached',
    view: list,
    rowsOf: (page) => page.data.people,
    keyOf: ({ user }) => user.id,
    byItself: false,
  })
  return (
    <div className="stack">
      <NativeSelect
        label="Show"
        value={list}
        data={Object.entries(lists).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setList(event.currentTarget.value as ListName)}
      />
      <List of={listed} lines={3} empty={<Empty>Nobody.</Empty>}>
        {(rows) => (
          <DataTable
            label={`Who got ${title}`}
            columns={columns}
            rows={rows}
            keyOf={({ user }) => user.id}
          />
        )}
      </List>
    </div>
  )
}
