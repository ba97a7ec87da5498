import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { FaultyLine, ImportCheck } from '../../../contract/imports.ts'
import { textOfFile } from '../../../lib/file-text.ts'
import { failureText } from '../../api/failure.ts'
import { useCheckImportMutation } from '../../api/imports.ts'
import { useSend } from '../../api/use-send.ts'
import { titled } from '../../seo.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { nextAction } from '../../ui/next-action.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { save } from '../coin-payouts/file.ts'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'
import { ProposedImport, ProposeImport } from './propose.tsx'
import { Imports } from './list.tsx'
import { columnNames, many, wrongLinesCsv } from './words.ts'

export const meta = titled('Imports')

/** A file as it is chosen and checked; what was found of another one is gone. */
function useChecking() {
  const [chosen, setChosen] = useState<string | null>(null)
  const [found, setFound] = useState<ImportCheck | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [check] = useCheckImportMutation()
  const { send, busy } = useSend(check)
  async function choose(file: File) {
    const read = textOfFile(
      new Uint8Array(await file.arrayBuffer()),
      'Export the people as CSV from the other system.',
    )
    setFound(null)
    setChosen('text' in read ? read.text : null)
    setProblem('text' in read ? null : read.fault)
  }
  async function start() {
    if (chosen === null) return setProblem((before) => before ?? 'Please choose a file')
    const outcome = await send({ file: chosen })
    if (!outcome) return
    setFound(outcome.failure ? null : outcome.data.data)
    setProblem(outcome.failure ? failureText(outcome.failure, 'The file could not be read.') : null)
  }
  return { chosen, found, problem, busy, choose, start, forget: () => setFound(null) }
}

/** Holds a file of people from another system against what is here, line by line. */
export default function ImportsPage() {
  const { chosen, found, problem, busy, choose, start, forget } = useChecking()
  const id = useId()
  return (
    <>
      <Head title="Imports">
        Brings people and their balances over from another system. A file is checked line by line
        first: nothing of that is kept, booked or mailed. Then two agree to import it.
      </Head>
      <ProposedImport />
      <Sheet title="Choose a file" lit narrow>
        <div className="stack">
          <div className="stack">
            <label htmlFor={id}>CSV with named columns</label>
            <input
              id={id}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                if (file) void choose(file)
              }}
            />
            <p className="caption">
              Columns: reference, full name (or first name and last name), email, balance, currency.
              Country and joined may be there. At most 50,000 lines.
            </p>
          </div>
          <div className="row">
            <Button {...nextAction} onClick={() => void start()} loading={busy}>
              Check file
            </Button>
          </div>
          {problem && <Note tone="bad">{problem}</Note>}
        </div>
      </Sheet>
      {found && <Found found={found} file={chosen!} onProposed={forget} />}
      <Imports />
    </>
  )
}

type FoundProps = { found: ImportCheck; file: string; onProposed(): void }

function Found({ found, file, onProposed }: FoundProps) {
  const { may } = useStaff()
  const [isAsking, setAsking] = useState(false)
  const { lines, people, sum, wrong, columns, leftOut } = found
  return (
    <Sheet title="Result of the check">
      <div className="stack">
        {wrong === 0 ? (
          <Note tone="good">
            No line is wrong: {many(people, 'person', 'people')} with {usd(sum)} together.
          </Note>
        ) : (
          <Note tone="bad">
            {many(wrong, 'line is', 'lines are')} wrong, of {lines.toLocaleString('en-US')}. Correct
            them in the file, and check it again.
          </Note>
        )}
        {wrong > 0 && (
          <p>
            In order: {many(people, 'person', 'people')} with {usd(sum)} together.
          </p>
        )}
        <p className="small">
          Read from:{' '}
          {columns.map(({ column, name }) => `${name} (${columnNames[column]})`).join(', ')}.
          {leftOut.length > 0 && ` Left out: ${leftOut.join(', ')}.`}
        </p>
        {wrong > 0 && <Faults key={found.digest} faults={found.faults} />}
        {wrong === 0 && may('import-people') && (
          <div className="row">
            <Button {...nextAction} onClick={() => setAsking(true)}>
              Propose import…
            </Button>
          </div>
        )}
        {people > 0 && <First first={found.first} people={people} />}
      </div>
      {isAsking && (
        <ProposeImport
          found={found}
          file={file}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onProposed()
          }}
        />
      )}
    </Sheet>
  )
}

const faultColumns: Column<FaultyLine>[] = [
  { head: 'Line', kind: 'short', cell: ({ line }) => line.toLocaleString('en-US') },
  {
    head: 'Column',
    cell: ({ column }) => (column === null ? 'The whole line' : columnNames[column]),
  },
  { head: 'What is wrong', kind: 'name', cell: ({ text }) => text },
]

const atOnce = 50

function Faults({ faults }: Pick<ImportCheck, 'faults'>) {
  const [shown, setShown] = useState(atOnce)
  return (
    <>
      <DataTable
        label="Wrong lines"
        columns={faultColumns}
        rows={faults.slice(0, shown)}
        keyOf={({ line, column, code }) => `${line} ${column} ${code}`}
      />
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => save('wrong-lines.csv', wrongLinesCsv(faults), 'text/csv')}
        >
          Download wrong lines as CSV
        </Button>
      </div>
      <LoadMore
        hasNextPage={shown < faults.length}
        isFetchingNextPage={false}
        fetchNextPage={() => setShown(shown + atOnce)}
      />
    </>
  )
}

type Person = ImportCheck['first'][number]

const personColumns: Column<Person>[] = [
  { head: 'Line', kind: 'short', cell: ({ line }) => line.toLocaleString('en-US') },
  { head: 'Full name', kind: 'name', cell: ({ fullName }) => <bdi>{fullName}</bdi> },
  { head: 'Email', cell: ({ email }) => email },
  { head: 'Reference', cell: ({ reference }) => <bdi>{reference}</bdi> },
  { head: 'Balance', kind: 'amount', cell: ({ balance }) => usd(balance) },
]

function First({ first, people }: Pick<ImportCheck, 'first' | 'people'>) {
  return (
    <>
      <p>
        {first.length < people
          ? `The first ${first.length} of those in order, as they were read:`
          : 'Those in order, as they were read:'}
      </p>
      <DataTable
        label="People as they were read"
        columns={personColumns}
        rows={first}
        keyOf={({ line }) => String(line)}
      />
    </>
  )
}
