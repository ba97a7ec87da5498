import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnAnnouncement } from '../../../contract/announcement.ts'
import { AnnouncedText } from '../../account/announcements/announced.tsx'
import styles from '../../account/announcements/words.module.css'
import { PageHead } from '../../account/page-head.tsx'
import {
  useOwnAnnouncementsInfiniteQuery,
  useReadAnnouncementMutation,
} from '../../api/announcements.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'

export const meta = titled('Announcements')

/** What the firm has announced to the person, newest first; opening one marks it as read. */
export default function AnnouncementsPage() {
  const { data, ...answer } = useOwnAnnouncementsInfiniteQuery({})
  const announcements = data?.pages.flatMap((page) => page.data.announcements)
  return (
    <>
      <PageHead title="Announcements" />
      {announcements ? (
        <Sheet label="What we announced">
          {announcements.length === 0 ? (
            <Empty>Nothing was announced to you yet.</Empty>
          ) : (
            <ul className={styles.list}>
              {announcements.map((one) => (
                <Announcement key={one.id} {...one} />
              ))}
            </ul>
          )}
          <LoadMore {...answer} />
        </Sheet>
      ) : (
        <NotLoaded what="the announcements" rows={4} {...answer} />
      )}
    </>
  )
}

function Announcement({ id, at, title, text, readAt }: OwnAnnouncement) {
  const [isOpen, setOpen] = useState(false)
  const [read] = useReadAnnouncementMutation()
  function toggle() {
    setOpen(!isOpen)
    if (!isOpen && readAt === null) void read(id)
  }
  return (
    <li className="stack">
      <div className="row">
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        {readAt === null && <Badge state="pending">New</Badge>}
      </div>
      <p className="caption">
        <time dateTime={at}>{showDateTime(at)}</time>
      </p>
      {isOpen && <AnnouncedText text={text} />}
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Read'} ${title}`}
          onClick={toggle}
        >
          {isOpen ? 'Close' : 'Read'}
        </Button>
      </div>
    </li>
  )
}
