/** Pay out in bulk by a file: out with where each goes, back with its reference. */
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { useBankExports } from '../../api/bank-exports.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import {
  asShown,
  usePayOneOfManyMutation,
  usePayoutsDueQuery,
} from '../../api/staff-withdrawals.ts'
import { usePayoutsInCoinsQuery } from '../../api/payout-batches.ts'
import { usePayoutsInUsdtQuery } from '../../api/payout-lists.ts'
import { usd } from '../../ui/amount.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Note, Waiting } from '../../ui/states.tsx'
import { PayoutsLink } from '../coin-payouts/leaves.tsx'
import { total, type Carrier } from '../coin-payouts/words.ts'
import { OpenExports } from './bank-exports.tsx'
import { BankReport } from './bank-report.tsx'
import { inResults, LeftOut } from './bulk-approval.tsx'
import { Export } from './export-files.tsx'
import { Progress, useOneByOne } from '../bulk/one-by-one.tsx'
import { checkPayouts, type PayoutLine } from './payouts.ts'
import bulk from '../bulk/bulk.module.css'
import styles from './withdrawals.module.css'

type Ready = Extract<PayoutLine, { row: QueuedWithdrawal }>

export default function ManyPayouts({ onClose }: { onClose(): void }) {
  const [progress, setProgress] = useState<'asking' | 'recording' | 'recorded'>('asking')
  const [opened, keep] = useState<QueuedWithdrawal[] | null>(null)
  // What becomes of those that were due is followed until the first one is recorded here.
  const { data, error, isFetching, refetch } = usePayoutsDueQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip: progress !== 'asking',
  })
  if (opened === null && data && !isFetching) keep(data)
  const coins = useInCoins()
  const failure = error ?? coins.error
  return (
    <Dialog title="Pay out in bulk" open onClose={() => progress !== 'recording' && onClose()}>
      {opened && coins.ids && coins.exported ? (
        <Steps
          due={opened}
          now={data ?? opened}
          inCoins={coins.ids}
          exported={coins.exported}
          onProgress={setProgress}
          onClose={onClose}
        />
      ) : failure ? (
        <LoadFailed
          what="payouts"
          error={failure}
          isFetching={isFetching || coins.isFetching}
          refetch={error ? refetch : coins.refetch}
        />
      ) : (
        <Waiting>Comparing each payout with what was asked for...</Waiting>
      )}
    </Dialog>
  )
}

/** The requests that leave by batches and by lists; and those that were exported. */
type InCoins = Record<Carrier, ReadonlySet<string>>

const idsOf = (rows: readonly { withdrawalId: string }[]) =>
  new Set(rows.map(({ withdrawalId }) => withdrawalId))

function useInCoins() {
  const bitcoin = usePayoutsInCoinsQuery()
  const usdt = usePayoutsInUsdtQuery()
  const bank = useBankExports()
  const [batches, lists, files] = [bitcoin.data?.data, usdt.data?.data, bank.data?.data]
  const ids: InCoins | null =
    batches && lists
      ? {
          batch: idsOf([...batches.waiting, ...batches.inBatches]),
          list: idsOf([...lists.waiting, ...lists.onLists]),
        }
      : null
  return {
    ids,
    exported: files && idsOf(files.claimed),
    error: bitcoin.error ?? usdt.error ?? bank.error,
    isFetching: bitcoin.isFetching || usdt.isFetching || bank.isFetching,
    refetch: () => void [bitcoin.refetch(), usdt.refetch(), bank.refetch()],
  }
}

type StepsProps = {
  /** What was due when this opened … */
  due: QueuedWithdrawal[]
  /** … and by now. */
  now: QueuedWithdrawal[]
  inCoins: InCoins
  /** The requests that a file for the bank has. */
  exported: ReadonlySet<string>
  onProgress(progress: 'recording' | 'recorded'): void
  onClose(): void
}

function Steps({ due, now, inCoins, exported, onProgress, onClose }: StepsProps) {
  const [checked, setChecked] = useState<PayoutLine[] | string | null>(null)
  const [sent, setSent] = useState(0)
  const { outcomes, run } = usePayAll()
  const still = new Map(now.map((row) => [row._id, row]))
  const gone = due.filter(({ _id }) => !still.has(_id))
  const all = due.flatMap(({ _id }) => still.get(_id) ?? [])
  const left = all.filter(({ _id }) => !inCoins.batch.has(_id) && !inCoins.list.has(_id))
  const whole = left.filter(({ difference }) => difference === undefined)
  const lines = Array.isArray(checked)
    ? checked.filter((line) => !('row' in line) || still.has(line.row._id))
    : checked
  const ready = Array.isArray(lines) ? lines.filter((one): one is Ready => 'row' in one) : []
  async function record() {
    setSent(ready.length)
    onProgress('recording')
    await run(ready)
    onProgress('recorded')
  }
  return (
    <>
      {outcomes === null ? (
        <>
          {gone.length > 0 && <LeftOut rows={gone} listed={now} />}
          <LeavesOtherwise what="batch" rows={all} inCoins={inCoins} />
          <LeavesOtherwise what="list" rows={all} inCoins={inCoins} />
          <Export due={left} whole={whole} exported={exported} />
          <OpenExports />
          {exported.size > 0 && <BankReport rows={due} />}
          <Import onChoose={(text) => setChecked(checkPayouts(text, whole))} />
          {lines !== null && <Checked lines={lines} />}
        </>
      ) : (
        <Progress outcomes={outcomes} of={sent} />
      )}
      <DialogButtons>
        <Button
          variant="default"
          onClick={onClose}
          disabled={outcomes !== null && outcomes.length < sent}
        >
          Close
        </Button>
        {outcomes === null && (
          <Button disabled={ready.length === 0} onClick={() => void record()}>
            Record {ready.length} {ready.length === 1 ? 'payout' : 'payouts'}
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

const otherWays: Record<Carrier, { one: string; many: string; by: string }> = {
  batch: { one: 'a Bitcoin address', many: 'Bitcoin addresses', by: 'in batches' },
  list: { one: 'an address on TRON', many: 'addresses on TRON', by: 'on lists' },
}

type LeavesOtherwiseProps = { what: Carrier; rows: QueuedWithdrawal[]; inCoins: InCoins }

/** Nobody is to send these by hand as well. */
function LeavesOtherwise({ what, rows, inCoins }: LeavesOtherwiseProps) {
  const count = rows.filter(({ _id }) => inCoins[what].has(_id)).length
  const { one, many, by } = otherWays[what]
  if (count === 0) return null
  return (
    <p>
      {count === 1
        ? `1 payout goes to ${one} and leaves`
        : `${count} payouts go to ${many} and leave`}{' '}
      {by}: see <PayoutsLink of={what} />. This file is without {count === 1 ? 'it' : 'them'}.
    </p>
  )
}

function usePayAll() {
  const [pay] = usePayOneOfManyMutation()
  return useOneByOne(
    async ({ row, reference }: Ready) => {
      await pay({ ...asShown(row), reference }).unwrap()
      return `Recorded with the reference ${reference}.`
    },
    ...inResults,
  )
}

function Import({ onChoose }: { onChoose(text: string): void }) {
  const id = useId()
  return (
    <div className={styles.part}>
      <label htmlFor={id}>Upload the CSV with a reference in each paid row</label>
      <input
        className={styles.file}
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(await file.text())
        }}
      />
    </div>
  )
}

/** What came of holding the file against what is due; nothing is recorded yet. */
function Checked({ lines }: { lines: PayoutLine[] | string }) {
  if (typeof lines === 'string') return <Note tone="bad">{lines} Nothing was recorded.</Note>
  const refused = lines.filter((one) => one.fault !== undefined)
  const ready = lines.filter((one): one is Ready => 'row' in one)
  return (
    <>
      {refused.length > 0 && (
        <Note tone="bad">
          <strong>
            {refused.length} of {lines.length} lines are refused, and will not be recorded
          </strong>
          <ul className={styles.looks}>
            {refused.map(({ line, fault }) => (
              <li key={line}>
                Line {line}: {fault}.
              </li>
            ))}
          </ul>
        </Note>
      )}
      <ul className={bulk.many} aria-label="What will be recorded">
        {ready.map(({ row, reference }) => (
          <li key={row._id}>
            <strong>
              <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}
            </strong>
            <p className="small">Reference {reference}</p>
          </li>
        ))}
      </ul>
      {ready.length > 0 && <p>Total {total(ready.map(({ row }) => row))}.</p>}
    </>
  )
}
