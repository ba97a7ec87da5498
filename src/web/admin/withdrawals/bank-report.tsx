/** The bank's report on a file of payouts: what it says of each, and that it is recorded. */
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReportedLine } from '../../../contract/bank-export.ts'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { textOfFile } from '../../../lib/file-text.ts'
import { useReadBankReportMutation, useRecordBankReportMutation } from '../../api/bank-exports.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import bulk from '../bulk/bulk.module.css'
import styles from './withdrawals.module.css'

type Report = { file: string; lines: ReportedLine[] }

/** A report as it is chosen, held against its file, and recorded. */
function useReport() {
  const [report, setReport] = useState<Report | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [read] = useReadBankReportMutation()
  const [record] = useRecordBankReportMutation()
  const reading = useSend(read)
  const recording = useSend(record)
  async function choose(chosen: File) {
    setReport(null)
    setProblem(null)
    const told = textOfFile(new Uint8Array(await chosen.arrayBuffer()))
    if ('fault' in told) return setProblem(told.fault)
    const { text: file } = told
    const outcome = await reading.send({ file })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was changed. Please try again.'))
    setReport({ file, lines: outcome.data.data.lines })
  }
  async function recordIt() {
    const outcome = await recording.send({ file: report!.file })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was recorded. Please try again.'))
    setReport(null)
    setProblem(null)
    toastGood(outcome.data.message)
  }
  return { report, problem, busy: reading.busy || recording.busy, choose, recordIt }
}

/** `rows`: the requests that are due, by which payments are named. */
export function BankReport({ rows }: { rows: readonly QueuedWithdrawal[] }) {
  const id = useId()
  const { report, problem, busy, choose, recordIt } = useReport()
  return (
    <div className={styles.part}>
      <label htmlFor={id}>The bank’s report on a file (pain.002)</label>
      <input
        className={styles.file}
        id={id}
        type="file"
        accept=".xml,application/xml,text/xml"
        disabled={busy}
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) await choose(file)
        }}
      />
      {problem && <Note tone="bad">{problem}</Note>}
      {report && (
        <>
          <ul className={bulk.many} aria-label="What the bank says">
            {report.lines.map((line) => (
              <Line key={line.withdrawalId} line={line} rows={rows} />
            ))}
          </ul>
          <p className="small">
            Accepted is not paid: record a payout once the statement has it. Rejected payments stay
            in their file until two administrators reopen it.
          </p>
          <div className="row">
            <Button disabled={busy} onClick={() => void recordIt()}>
              Record what the bank says
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

const said = { accepted: 'Accepted', pending: 'Pending', rejected: 'Rejected' }

const reasonOf = ({ code, words }: ReportedLine): string =>
  [code, words].filter((one) => one !== null).join(', ')

type LineProps = { line: ReportedLine; rows: readonly QueuedWithdrawal[] }

function Line({ line, rows }: LineProps) {
  const row = rows.find(({ _id }) => _id === line.withdrawalId)
  const { state, paid, before } = line
  const reason = reasonOf(line)
  return (
    <li>
      <strong>
        Line {line.line}
        {row && (
          <>
            , <bdi>{row.bankName}</bdi>
          </>
        )}
        , {usd(line.amount)}
      </strong>
      <p className="small">
        {state === null ? 'Not in this report' : said[state]}
        {reason && ` (${reason})`}.
      </p>
      {state === 'rejected' && paid && (
        <Note tone="bad">
          It is recorded as paid. Ask the bank, and record what comes back as a receipt.
        </Note>
      )}
      {before === 'reopened' && state !== null && state !== 'rejected' && (
        <Note tone="bad">It was reopened as rejected. Call the bank: it may be paid twice.</Note>
      )}
    </li>
  )
}
