import { Button, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { longestMessage, maxFiles } from '../../../contract/message.ts'
import { documentWords } from '../../../contract/document.ts'
import { useDocumentsQuery } from '../../api/documents.ts'
import {
  useMessagesInfiniteQuery,
  useReadMessagesMutation,
  useSendMessageMutation,
} from '../../api/messages.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Added, Send } from '../../account/documents/upload.tsx'
import { captionOf } from '../../account/documents/words.ts'
import { Thread } from '../../account/messages/thread.tsx'
import { useWords } from '../../account/use-words.ts'
import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'

export const meta = titled('Messages')

/** What the person and the firm wrote to each other, and a way to write. */
export default function MessagesPage() {
  const { data, ...answer } = useMessagesInfiniteQuery({})
  const newest = data?.pages[0]?.data
  useSeen(newest)
  return (
    <>
      <PageHead title="Messages" />
      {data ? (
        <Sheet label="What was written">
          <Thread
            messages={data.pages.flatMap((page) => page.data.messages)}
            side="person"
            person="You"
            nothing="Nothing was written yet. Ask us anything about your account."
            paging={answer}
            at={(at) => <time dateTime={at}>{showDateTime(at)}</time>}
            file={(one) => (
              <span key={one.id} className="caption">
                {documentWords.message}: {captionOf(one)}
              </span>
            )}
          />
        </Sheet>
      ) : (
        <NotLoaded what="messages" rows={4} {...answer} />
      )}
      <Write />
    </>
  )
}

/** What is on the screen is seen: the server is told once of each newest one. */
function useSeen(newest: { lastId: string | null; unread: number } | undefined) {
  const [read] = useReadMessagesMutation()
  const lastId = newest && newest.unread > 0 ? newest.lastId : null
  const tell = useEffectEvent((id: string) => void read({ lastId: id }))
  useEffect(() => {
    if (lastId !== null && document.visibilityState === 'visible') tell(lastId)
  }, [lastId])
}

function Write() {
  const waiting =
    useDocumentsQuery().data?.data.documents.filter(({ kind }) => kind === 'message') ?? []
  const [adding, add] = useState(false)
  const [sendOne] = useSendMessageMutation()
  const { form, give, busy } = useWords({
    trigger: sendOne,
    otherwise: 'The message could not be sent. Please try again.',
    empty: 'Please write something',
    onDone: () => add(false),
  })
  return (
    <Sheet title="Write to us">
      <form
        className="stack"
        aria-label="Write to us"
        noValidate
        onSubmit={form.onSubmit(({ text }) =>
          give({ text, files: waiting.slice(0, maxFiles).map(({ id }) => id) }),
        )}
      >
        <Textarea
          label="Message"
          required
          rows={4}
          maxLength={longestMessage}
          {...form.getInputProps('text')}
          description="Please send no passwords, codes or keys: we never need them."
        />
        {waiting.length > 0 && <Added kind="message" again={undefined} />}
        {adding && waiting.length < maxFiles && <Send kind="message" />}
        <div className="row">
          <Button type="submit" disabled={busy}>
            {busy ? 'Processing...' : 'Send message'}
          </Button>
          {!adding && waiting.length < maxFiles && (
            <Button variant="default" onClick={() => add(true)}>
              Add a file
            </Button>
          )}
        </div>
      </form>
    </Sheet>
  )
}
