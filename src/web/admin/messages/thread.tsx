import { Button, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { documentWords, type ShownDocument } from '../../../contract/document.ts'
import { longestMessage, templateKinds, type Thread as Read } from '../../../contract/message.ts'
import { DocumentViewer } from '../../account/documents/viewer.tsx'
import { useWords } from '../../account/use-words.ts'
import { captionOf } from '../../account/documents/words.ts'
import { Thread } from '../../account/messages/thread.tsx'
import {
  useAnswerMessagesMutation,
  useSettleMessagesMutation,
  useTemplatesQuery,
  useUserMessagesInfiniteQuery,
} from '../../api/messages.ts'
import { polledEvery } from '../../api/calls.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { useStaff } from '../staff.ts'
import { When } from '../when.tsx'

type OfPerson = { userId: string; name: string; closed: boolean }

/** What was written with one person, and a way to answer. */
export function PersonThread({ userId, name, closed }: OfPerson) {
  const staff = useStaff()
  const { data, ...answer } = useUserMessagesInfiniteQuery(userId, polledEvery(15_000))
  const [viewed, view] = useState<ShownDocument | null>(null)
  if (!data) return <NotLoaded what="messages" rows={3} {...answer} />
  const newest = data.pages[0]!.data
  return (
    <div className="stack">
      <Thread
        messages={data.pages.flatMap((page) => page.data.messages)}
        side="staff"
        person={name}
        nothing="Nothing was written with this person yet."
        paging={answer}
        at={(at) => <When at={at} />}
        file={(one) => (
          <Button key={one.id} variant="default" size="compact-sm" onClick={() => view(one)}>
            {documentWords.message}: {captionOf(one)}
          </Button>
        )}
      />
      <Seen {...newest} />
      {staff.may('answer-messages') && staff.id !== userId && !closed && (
        <Answer userId={userId} seen={newest.lastId} waits={newest.waits} />
      )}
      {viewed && <DocumentViewer document={viewed} onClose={() => view(null)} />}
    </div>
  )
}

function Seen({ unread, readAt }: Pick<Read, 'unread' | 'readAt'>) {
  if (unread > 0)
    return (
      <p className="caption">
        {unread === 1 ? 'Our last message hasn’t' : `Our last ${unread} messages haven’t`} been
        read.
      </p>
    )
  return (
    readAt && (
      <p className="caption">
        Read by the person, <When at={readAt} />.
      </p>
    )
  )
}

type AnswerProps = { userId: string; seen: string | null; waits: boolean }

function Answer({ userId, seen, waits }: AnswerProps) {
  const [answer] = useAnswerMessagesMutation()
  const [settle] = useSettleMessagesMutation()
  const { form, give, busy } = useWords({
    trigger: answer,
    otherwise: 'The message could not be sent. Please try again.',
    empty: 'Please write something',
  })
  const settled = useCommand({
    trigger: settle,
    otherwise: 'That could not be kept. Please try again.',
    told: 'in toasts',
  })
  return (
    <form
      className="stack"
      aria-label="Write to the person"
      noValidate
      onSubmit={form.onSubmit(({ text }) => give({ userId, text, seen }))}
    >
      <Templates onChoose={(text) => form.setFieldValue('text', text)} />
      <Textarea
        label="Message"
        required
        rows={5}
        maxLength={longestMessage}
        {...form.getInputProps('text')}
        description="They are mailed that there is a message, without its words. It stands in their activity and in the audit, with your name."
      />
      <div className="row">
        <Button type="submit" disabled={busy}>
          {busy ? 'Processing...' : 'Send message'}
        </Button>
        {waits && seen !== null && (
          <Button
            variant="default"
            disabled={settled.busy}
            onClick={() => void settled.give({ userId, seen })}
          >
            Needs no answer
          </Button>
        )}
      </div>
    </form>
  )
}

function Templates({ onChoose }: { onChoose(text: string): void }) {
  const all = useTemplatesQuery().data?.data.templates ?? []
  if (all.length === 0) return null
  return (
    <Select
      label="Begin with"
      placeholder="A text of the firm’s"
      data={Object.entries(templateKinds).flatMap(([kind, group]) => {
        const items = all.filter((one) => one.kind === kind).map(({ name }) => name)
        return items.length === 0 ? [] : [{ group, items }]
      })}
      value={null}
      onChange={(name) => {
        const chosen = all.find((one) => one.name === name)
        if (chosen) onChoose(chosen.text)
      }}
    />
  )
}
