/** How a bank names the columns of its CSV: said once where nobody else names them so, and kept by a name for the next file. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { StatementColumn, StatementColumns } from '../../../contract/reconciliation.ts'
import type { SavedView } from '../../../contract/saved-view.ts'
import { columnName, csvRows, headWithin } from '../../../lib/csv-read.ts'
import { failureText } from '../../api/failure.ts'
import {
  useDeleteViewMutation,
  useSavedViewsQuery,
  useSaveViewMutation,
} from '../../api/saved-views.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'

const asked: Record<StatementColumn, string> = {
  date: 'Day of booking',
  amount: 'Amount',
  out: 'Money out, where it has a column of its own',
  in: 'Money in, where it has a column of its own',
  reference: 'Bank reference',
  'value date': 'Value date',
  name: 'Name of the payer or payee',
  account: 'Their account',
  text: 'Text of the payment',
  currency: 'Currency',
  balance: 'Balance after it',
}

const ours = Object.keys(asked) as StatementColumn[]

/** Of a large file only so much is looked at for its head. */
const headChars = 64 * 1024

type Head = { names: string[]; first: string[] }

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length

/** The line with the most cells, of the first ones; above it a file tells of the account. Null: it is no CSV. */
function headOf(file: string): Head | null {
  if (file.trimStart().startsWith('<')) return null
  const end = file.length <= headChars ? file.length : file.lastIndexOf('\n', headChars) + 1
  const rows = (csvRows(file.slice(0, end)) ?? []).slice(0, headWithin + 1)
  const most = Math.max(0, ...rows.map(filled))
  const at = rows.findIndex((row) => filled(row) === most)
  return most < 2 ? null : { names: rows[at]!, first: rows[at + 1] ?? [] }
}

const columnsOf = ({ query }: SavedView): StatementColumns =>
  Object.fromEntries(
    [...new URLSearchParams(query)].filter(([name]) => ours.includes(name as StatementColumn)),
  )

/** Whether a file has all of these. */
const fits = (head: Head | null, columns: StatementColumns): boolean =>
  head !== null &&
  Object.values(columns).every((name) =>
    head.names.some((cell) => columnName(cell) === columnName(name)),
  )

/** What is said of this file's columns: what was chosen for it, or what is kept and fits it. */
export function useColumns(file: string | null) {
  const head = useMemo(() => (file === null ? null : headOf(file)), [file])
  const [chosen, choose] = useState<StatementColumns | null>(null)
  const { data, isLoading } = useSavedViewsQuery()
  const views = data?.data.views.filter(({ list }) => list === 'statements') ?? []
  const kept = views.find((view) => fits(head, columnsOf(view))) ?? null
  const given = chosen !== null && fits(head, chosen) ? chosen : kept && columnsOf(kept)
  const said = given !== null && Object.keys(given).length > 0 ? given : null
  // What is kept may fit: whoever is quicker than its answer would be asked again.
  return { head, said, kept, choose, isKnown: !isLoading }
}

type ColumnsProps = Omit<ReturnType<typeof useColumns>, 'isKnown'> & { isAsked: boolean }

/** Asked only where the file needs it; what is kept and fits is named. */
export function Columns({ head, said, kept, choose, isAsked }: ColumnsProps) {
  if (head === null) return null
  if (kept && said) return <Kept view={kept} />
  return isAsked ? <Choose head={head} said={said ?? {}} choose={choose} /> : null
}

function Kept({ view }: { view: SavedView }) {
  const [remove] = useDeleteViewMutation()
  const { send, busy } = useSend(remove)
  return (
    <p className="small">
      Its columns are read as you kept them under “{view.name}”.{' '}
      <Button variant="default" size="compact-sm" loading={busy} onClick={() => void send(view.id)}>
        Forget them
      </Button>
    </p>
  )
}

type ChooseProps = {
  head: Head
  said: StatementColumns
  choose(columns: StatementColumns): void
}

function Choose({ head, said, choose }: ChooseProps) {
  const options = [
    { value: '', label: 'Not in the file' },
    ...head.names.flatMap((name, at) =>
      name.trim() === '' ? [] : [{ value: name, label: labelOf(name, head.first[at]) }],
    ),
  ]
  return (
    <fieldset className="stack">
      <legend>Which column of the file is which</legend>
      {ours.map((column) => (
        <NativeSelect
          key={column}
          label={asked[column]}
          value={said[column] ?? ''}
          data={options}
          onChange={({ currentTarget }) => choose(withColumn(said, column, currentTarget.value))}
        />
      ))}
      <Keep columns={said} />
    </fieldset>
  )
}

/** An empty name: the file hasn't got it. */
function withColumn(said: StatementColumns, column: StatementColumn, name: string) {
  const others = Object.entries(said).filter(([each]) => each !== column)
  return Object.fromEntries(name === '' ? others : [...others, [column, name]]) as StatementColumns
}

/** With what the first line of the file has there. */
const labelOf = (name: string, example = '') =>
  example.trim() === '' ? name : `${name}: ${example.trim().slice(0, 30)}`

function Keep({ columns }: { columns: StatementColumns }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [save] = useSaveViewMutation()
  const { send, busy } = useSend(save)
  async function keep() {
    if (name.trim() === '') return setProblem('Please enter a name')
    const query = new URLSearchParams(columns as Record<string, string>).toString()
    const outcome = await send({ list: 'statements', name: name.trim(), query })
    if (!outcome) return
    if (outcome.failure) return setProblem(failureText(outcome.failure, 'They were not kept.'))
    setProblem(null)
    toastGood('The columns are kept for the next file')
  }
  return (
    <>
      <TextInput
        label="Keep them for the next file as"
        placeholder="My bank"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div className="row">
        <Button variant="default" loading={busy} onClick={() => void keep()}>
          Keep these columns
        </Button>
      </div>
      {problem && <Note tone="bad">{problem}</Note>}
    </>
  )
}
