import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { BankAccount } from '../../../contract/receipt.ts'
import type { DateOrder, StatementComparison } from '../../../contract/reconciliation.ts'
import { textOfFile } from '../../../lib/file-text.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import {
  useCompareStatementMutation,
  useReconcileMutation,
  useSampleStatementMutation,
} from '../../api/statements.ts'
import { useSend } from '../../api/use-send.ts'
import { useSite } from '../../site.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { focusNext, nextAction } from '../../ui/next-action.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { accountNames } from '../receipts/words.ts'
import { useStaff } from '../staff.ts'
import admin from '../admin.module.css'
import styles from '../withdrawals/withdrawals.module.css'
import { Columns, useColumns } from './columns.tsx'
import { Astray, Foreign, InTransit, OpenEntries } from './lines.tsx'

type Chosen = { names: string[]; files: string[] }

const minus = /^[-\u2212]/

/** A balance may be below zero, as that of an overdrawn account. */
const closingFault = (closing: string): string | null =>
  closing === '' ? null : amountFault(closing.replace(minus, ''), { zero: true })

const typedClosing = (closing: string): number | null => {
  const cents = centsFromText(closing.replace(minus, ''))
  return cents === null ? null : dollarsFromCents(minus.test(closing) ? -cents : cents)
}

/** What a file may need that a person says beside it. */
type Said = { dates: DateOrder | ''; statementAccount: string }
type Beside = Said & { account: BankAccount; closing: string }

const dateOrders = [
  { value: '', label: 'As the file shows it' },
  { value: 'month-first', label: 'The month first: 01/31/2026' },
  { value: 'day-first', label: 'The day first: 31/01/2026' },
]

/** A file as it is chosen, held against the books, and recorded. */
function useReading({ account, closing, dates, statementAccount }: Beside) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<StatementComparison | null>(null)
  /** What the file needs that a person says beside it. */
  const [asked, ask] = useState<string[]>([])
  const [compare] = useCompareStatementMutation()
  const [getSample] = useSampleStatementMutation()
  const [record] = useReconcileMutation()
  const comparing = useSend(compare)
  const sampling = useSend(getSample)
  const recording = useSend(record)
  const columns = useColumns(chosen?.files[0] ?? null)
  const bodyOf = ({ files: [file, ...furtherFiles] }: Chosen) => ({
    ...{ account, file: file!, furtherFiles, closing: typedClosing(closing.trim()) },
    dates: dates === '' ? null : dates,
    columns: columns.said,
    statementAccount: statementAccount.trim() || null,
  })
  const asks = (field: string) => asked.includes(field)
  function choose(next: Chosen | null, complaint: string | null = null) {
    setChosen(next)
    setFound(null)
    setProblem(complaint)
  }
  async function hold(file: Chosen | null = chosen) {
    if (!file) return setProblem('Please choose a file')
    const fault = closingFault(closing.trim())
    if (fault) return setProblem(`Closing balance: ${fault}`)
    const outcome = await comparing.send(bodyOf(file))
    if (!outcome) return
    setProblem(
      outcome.failure ? failureText(outcome.failure, 'The statement could not be read.') : null,
    )
    if (outcome.failure)
      ask((before) => [...before, ...Object.keys(fieldProblems(outcome.failure))])
    setFound(outcome.failure ? null : outcome.data.data)
  }
  async function trySample() {
    const outcome = await sampling.send({ account })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'There is no sample just now.'))
    const sample = { names: ['Sample statement'], files: [outcome.data.data.file] }
    choose(sample)
    await hold(sample)
  }
  async function finish() {
    if (!chosen) return
    const outcome = await recording.send(bodyOf(chosen))
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was recorded. Please try again.'))
    toastGood(outcome.data.message)
    choose(null)
  }
  const busy = {
    comparing: comparing.busy || !columns.isKnown,
    sampling: sampling.busy,
    recording: recording.busy,
  }
  return { chosen, found, problem, busy, columns, asks, choose, hold, trySample, finish }
}

type Going = Pick<ReturnType<typeof useReading>, 'chosen' | 'found' | 'problem'> & { busy: boolean }

/** Enter goes on with what is next: with comparing once a file is chosen, and then with what the comparison leaves to do. */
function useGoingOn({ chosen, found, problem, busy }: Going) {
  const given = useRef<HTMLDivElement>(null)
  const answered = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!busy && (chosen || problem)) void (focusNext(answered.current) || focusNext(given.current))
  }, [busy, chosen, found, problem])
  return { given, answered }
}

/** Chooses a file, shows what of it the books have, and records when nothing is left over. */
export function ReadStatement({ beside }: { beside: ReactNode }) {
  const { mode } = useSite()
  const [account, setAccount] = useState<BankAccount>('client-bank')
  const [closing, setClosing] = useState('')
  const [said, say] = useState<Said>({ dates: '', statementAccount: '' })
  const { chosen, found, problem, busy, columns, asks, choose, hold, trySample, finish } =
    useReading({
      ...{ account, closing, ...said },
    })
  const { given, answered } = useGoingOn({ chosen, found, problem, busy: busy.comparing })
  return (
    <>
      <div className={admin.formBeside}>
        <Sheet title="Read a statement" lit narrow>
          <div className="stack">
            <NativeSelect
              label="Account at the bank"
              value={account}
              onChange={(event) => {
                setAccount(event.currentTarget.value as BankAccount)
                choose(chosen)
              }}
              data={Object.entries(accountNames).map(([value, label]) => ({ value, label }))}
            />
            <Choose
              names={chosen?.names ?? []}
              onChoose={async (files) => {
                const read = await readFiles(files)
                if (typeof read === 'string') choose(null, read)
                else choose(read)
              }}
            />
            <AmountField
              label="Closing balance, if the file doesn’t say it"
              value={closing}
              onChange={(event) => setClosing(event.currentTarget.value)}
            />
            <Asked asks={asks} said={said} say={say} />
            <Columns {...columns} isAsked={asks('columns')} />
            <div className="row" ref={given}>
              <Button {...nextAction} onClick={() => void hold()} loading={busy.comparing}>
                Compare with the books
              </Button>
              {mode === 'demo' && (
                <Button variant="default" onClick={() => void trySample()} loading={busy.sampling}>
                  Try the sample statement
                </Button>
              )}
            </div>
            {problem && <Note tone="bad">{problem}</Note>}
          </div>
        </Sheet>
        {beside}
      </div>
      {found && (
        <Sheet title="Result of the comparison">
          <div className="stack" ref={answered}>
            <Found found={found} />
            <Finish found={found} onFinish={() => void finish()} busy={busy.recording} />
            <OpenEntries found={found} onRecorded={() => void hold()} />
            <Astray found={found} />
            <InTransit found={found} />
            <Foreign found={found} />
          </div>
        </Sheet>
      )}
    </>
  )
}

type AskedProps = { asks(field: string): boolean; said: Said; say(said: Said): void }

/** Only what this file needs is asked. */
function Asked({ asks, said, say }: AskedProps) {
  return (
    <>
      {asks('dates') && (
        <NativeSelect
          label="Which comes first in the dates of this file"
          value={said.dates}
          onChange={({ currentTarget }) =>
            say({ ...said, dates: currentTarget.value as DateOrder | '' })
          }
          data={dateOrders}
        />
      )}
      {asks('statementAccount') && (
        <TextInput
          label="Which account of the file is meant"
          value={said.statementAccount}
          maxLength={40}
          onChange={({ currentTarget }) => say({ ...said, statementAccount: currentTarget.value })}
        />
      )}
    </>
  )
}

type FinishProps = { found: StatementComparison; onFinish(): void; busy: boolean }

function Finish({ found, onFinish, busy }: FinishProps) {
  const { may } = useStaff()
  if (!found.reconciles || !may('book-money')) return null
  return (
    <div className="row">
      <Button {...nextAction} onClick={onFinish} loading={busy}>
        Record as reconciled
      </Button>
    </div>
  )
}

/** Or why one of them can't be read. */
async function readFiles(files: readonly File[]): Promise<Chosen | string> {
  const read = await Promise.all(
    files.map(async (file) => textOfFile(new Uint8Array(await file.arrayBuffer()))),
  )
  const at = read.findIndex((one) => 'fault' in one)
  const bad = read[at]
  if (bad && 'fault' in bad)
    return files.length === 1 ? bad.fault : `${files[at]!.name}: ${bad.fault}`
  return {
    names: files.map(({ name }) => name),
    files: read.flatMap((one) => ('text' in one ? [one.text] : [])),
  }
}

type ChooseProps = { names: readonly string[]; onChoose(files: File[]): Promise<void> }

/** Several files are numbered as the lines below name them. */
function Choose({ names, onChoose }: ChooseProps) {
  const id = useId()
  return (
    <div className={styles.part}>
      <label htmlFor={id}>Statement: camt.053, or CSV with named columns</label>
      <input
        className={styles.file}
        id={id}
        type="file"
        multiple
        accept=".csv,.xml,text/csv,application/xml"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) void onChoose(files)
        }}
      />
      {names.length === 1 && <p className="caption">{names[0]}</p>}
      {names.length > 1 && (
        <ol className="caption">
          {names.map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
        </ol>
      )}
      <p className="caption">Pages of one statement and several days may be chosen at once.</p>
    </div>
  )
}

function Found({ found }: { found: StatementComparison }) {
  const { entries, booked, pending, from, to, closing, balance, leftOver, astray, reconciles } =
    found
  return (
    <>
      <p>
        {from} to {to}: {entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`},
        of which the books have {booked.toLocaleString('en-US')}.
        {pending > 0 && ` The bank lists ${pending} more that it hasn’t booked.`} The bank says{' '}
        {usd(closing)}, the books {usd(balance)}.
      </p>
      {leftOver !== 0 && (
        <Note tone="bad">
          {usd(leftOver)} of the difference is unexplained by these lines. Something is missing in
          the books, or the closing balance is wrong.
        </Note>
      )}
      {astray.length > 0 && (
        <Note tone="bad">
          {astray.length === 1
            ? 'A booking is on no statement: it is named below.'
            : `${astray.length} bookings are on no statement: they are named below.`}
        </Note>
      )}
      {reconciles ? (
        <Note tone="good">Nothing is left over: the statement and the books agree.</Note>
      ) : (
        <p>Record what is new, have it approved, and compare the same statement again.</p>
      )}
    </>
  )
}
