import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { largestSample, type Sample } from '../../../contract/sample.ts'
import { useDrawSampleMutation, useSamplesInfiniteQuery } from '../../api/evidence.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note, Waiting } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import form from '../../account/form.module.css'
import { When } from '../when.tsx'

const pathOfSample = (id: string) => `/admin/evidence/samples/${id}`

export const lookedAt = ({ size, lookedAt: done, closed }: Sample) =>
  `${done} of ${size}${closed > 0 ? `, ${closed} left since` : ''}`

const columns: Column<Sample>[] = [
  {
    head: 'Drawn',
    kind: 'date',
    cell: ({ id, drawnAt }) => (
      <Link to={pathOfSample(id)}>
        <When at={drawnAt} />
      </Link>
    ),
  },
  { head: 'By', kind: 'name', cell: ({ drawnBy }) => drawnBy.fullName },
  { head: 'Users', kind: 'amount', cell: ({ size }) => size },
  { head: 'Of all', kind: 'amount', cell: ({ among }) => among.toLocaleString('en-US') },
  { head: 'Looked at', cell: lookedAt },
]

/** Every draw, newest first. */
export function Samples({ mayDraw }: { mayDraw: boolean }) {
  const { data, ...answer } = useSamplesInfiniteQuery()
  const samples = data?.pages.flatMap((page) => page.data.samples)
  const problem = answer.error && <LoadFailed what="the samples" {...answer} />
  return (
    <Sheet title="Samples of users">
      <div className="stack">
        <p className="small">
          The server draws them by chance, and records whom. Every draw stays in this list.
        </p>
        {mayDraw && <Draw />}
        {!samples ? (
          (problem ?? <Waiting rows={2} />)
        ) : samples.length === 0 ? (
          <Empty>
            {mayDraw
              ? 'No sample was drawn yet. Draw one, and look at each of its users.'
              : 'No sample was drawn yet. An auditor draws them.'}
          </Empty>
        ) : (
          <>
            <DataTable label="Samples" columns={columns} rows={samples} keyOf={({ id }) => id} />
            {answer.isFetchNextPageError ? problem : <LoadMore {...answer} />}
          </>
        )}
      </div>
    </Sheet>
  )
}

const sizeProblem = (size: string) =>
  /^\d{1,2}$/.test(size.trim()) && Number(size) >= 1 && Number(size) <= largestSample
    ? null
    : `Please enter a number from 1 to ${largestSample}`

function Draw() {
  const fields = useForm({ initialValues: { size: '10' }, validate: { size: sizeProblem } })
  const [problem, setProblem] = useState<string | null>(null)
  const [draw] = useDrawSampleMutation()
  const { send, busy } = useSend(draw)
  const navigate = useNavigate()
  const submit = fields.onSubmit(async ({ size }) => {
    setProblem(null)
    const outcome = await send({ size: Number(size) })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nobody was drawn. Please try again.'))
    toastGood(outcome.data.message)
    await navigate(pathOfSample(outcome.data.data.id))
  })
  return (
    <form className={form.fields} onSubmit={submit} noValidate>
      <TextInput
        label="How many users"
        inputMode="numeric"
        maxLength={2}
        required
        {...fields.getInputProps('size')}
      />
      {problem && <Note tone="bad">{problem}</Note>}
      <div>
        <Button type="submit" disabled={busy}>
          {busy ? 'Processing...' : 'Draw a sample'}
        </Button>
      </div>
    </form>
  )
}
