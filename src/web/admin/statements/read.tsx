import { Button, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import type { BankAccount } from '../../../contract/receipt.ts'
import type { StatementComparison } from '../../../contract/reconciliation.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { failureText } from '../../api/failure.ts'
import {
  useCompareStatementMutation,
  useReconcileMutation,
  useSampleStatementMutation,
} from '../../api/statements.ts'
import { useSend } from '../../api/use-send.ts'
import { useSite } from '../../site.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { amountFault, centsFromText, usd } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { accountNames } from '../receipts/words.ts'
import { useStaff } from '../staff.ts'
import styles from '../withdrawals/withdrawals.module.css'
import { Foreign, OnItsWay, OpenEntries } from './lines.tsx'

type Chosen = { name: string; file: string }

/** A file as the bank wrote it: one that isn't UTF-8 is refused rather than guessed. */
async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}

const minus = /^[-\u2212]/

/** A balance may be below zero, as that of an overdrawn account. */
const closingFault = (closing: string): string | null =>
  closing === '' ? null : amountFault(closing.replace(minus, ''), { zero: true })

const typedClosing = (closing: string): number | null => {
  const cents = centsFromText(closing.replace(minus, ''))
  return cents === null ? null : dollarsFromCents(minus.test(closing) ? -cents : cents)
}

/** A file as it is chosen, held against the books, and recorded. */
function useReading(account: BankAccount, closing: string) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<StatementComparison | null>(null)
  const [compare] = useCompareStatementMutation()
  const [getSample] = useSampleStatementMutation()
  const [record] = useReconcileMutation()
  const comparing = useSend(compare)
  const sampling = useSend(getSample)
  const recording = useSend(record)
  const bodyOf = ({ file }: Chosen) => ({ account, file, closing: typedClosing(closing.trim()) })
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
    setFound(outcome.failure ? null : outcome.data.data)
  }
  async function trySample() {
    const outcome = await sampling.send({ account })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'There is no sample just now.'))
    const sample = { name: 'Sample statement', file: outcome.data.data.file }
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
  const busy = { comparing: comparing.busy, sampling: sampling.busy, recording: recording.busy }
  return { chosen, found, problem, busy, choose, hold, trySample, finish }
}

/** Chooses a file, shows what of it the books have, and records when nothing is left over. */
export function ReadStatement() {
  const { mode } = useSite()
  const { mayChange } = useStaff()
  const [account, setAccount] = useState<BankAccount>('client-bank')
  const [closing, setClosing] = useState('')
  const { chosen, found, problem, busy, choose, hold, trySample, finish } = useReading(
    account,
    closing,
  )
  return (
    <>
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
            name={chosen?.name ?? null}
            onChoose={async (file) => {
              const text = await textOf(file)
              if (text === null)
                choose(null, 'The file isn’t written in UTF-8. Save it as UTF-8 and try again.')
              else choose({ name: file.name, file: text })
            }}
          />
          <AmountField
            label="Closing balance, if the file doesn’t say it"
            value={closing}
            onChange={(event) => setClosing(event.currentTarget.value)}
          />
          <div className="row">
            <Button onClick={() => void hold()} loading={busy.comparing}>
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
      {found && (
        <Sheet title="Beside the books">
          <div className="stack">
            <Found found={found} />
            {found.reconciles && mayChange && (
              <div className="row">
                <Button onClick={() => void finish()} loading={busy.recording}>
                  Record as reconciled
                </Button>
              </div>
            )}
            <OpenEntries found={found} />
            <OnItsWay found={found} />
            <Foreign found={found} />
          </div>
        </Sheet>
      )}
    </>
  )
}

type ChooseProps = { name: string | null; onChoose(file: File): Promise<void> }

function Choose({ name, onChoose }: ChooseProps) {
  const id = useId()
  return (
    <div className={styles.part}>
      <label htmlFor={id}>Statement: camt.053, or CSV with named columns</label>
      <input
        className={styles.file}
        id={id}
        type="file"
        accept=".csv,.xml,text/csv,application/xml"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onChoose(file)
        }}
      />
      {name && <p className="caption">{name}</p>}
    </div>
  )
}

function Found({ found }: { found: StatementComparison }) {
  const { entries, booked, from, to, closing, balance, leftOver, reconciles } = found
  return (
    <>
      <p>
        {from} to {to}: {entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`},
        of which the books have {booked.toLocaleString('en-US')}. The bank says {usd(closing)}, the
        books {usd(balance)}.
      </p>
      {leftOver !== 0 && (
        <Note tone="bad">
          {usd(leftOver)} of the difference is explained by none of these lines. Something is
          missing in the books, or the closing balance is wrong.
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
