import { Link } from 'react-router'
import type { ThreadRow } from '../../../contract/message.ts'
import { useAddress } from '../../account/address-query.ts'
import { polledEvery } from '../../api/calls.ts'
import { useThreadsInfiniteQuery } from '../../api/messages.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { Head } from '../head.tsx'
import { List, useListed } from '../list/listed.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { When } from '../when.tsx'

export const meta = titled('Messages')

const lists = { waiting: 'To answer', all: 'All' } as const
type ListName = keyof typeof lists
const nothing: Record<ListName, string> = {
  waiting: 'Nobody waits for an answer.',
  all: 'Nothing was written yet.',
}

/** Whom the firm writes with: who waits for an answer longest, first. */
export default function MessagesPage() {
  const [query] = useAddress()
  const list: ListName = query.get('list') === 'all' ? 'all' : 'waiting'
  const answer = useThreadsInfiniteQuery({ list }, polledEvery(15_000))
  const listed = useListed(answer, {
    what: 'the messages',
    view: list,
    rowsOf: (page) => page.data.threads,
    keyOf: ({ user }) => user.id,
    isHeld: false,
  })
  return (
    <>
      <Head
        title="Messages"
        aside={
          <ListTabs
            label="Lists of messages"
            words={lists}
            current={list}
            queryOf={(one) => (one === 'waiting' ? '' : `?list=${one}`)}
          />
        }
      >
        What people and the firm write to each other.
      </Head>
      <Sheet label="Threads">
        <div className="stack">
          <List of={listed} lines={3} empty={<Empty>{nothing[list]}</Empty>}>
            {(rows) => (
              <ul className={styles.notes}>
                {rows.map((row) => (
                  <Row key={row.user.id} row={row} />
                ))}
              </ul>
            )}
          </List>
        </div>
      </Sheet>
    </>
  )
}

function Row({ row: { user, lastAt, waitsSince, preview, lastBy } }: { row: ThreadRow }) {
  return (
    <li>
      <p>
        <Link to={`/admin/users/${user.id}#messages`}>
          <bdi>{user.fullName}</bdi>
        </Link>
      </p>
      <p className={styles.noteText}>
        {lastBy === 'staff' && <span className="caption">Staff: </span>}
        {preview}
      </p>
      <p className="caption">
        {waitsSince === null ? (
          <>
            Last written <When at={lastAt} />
          </>
        ) : (
          <>
            Waits since <When at={waitsSince} />
          </>
        )}
      </p>
    </li>
  )
}
