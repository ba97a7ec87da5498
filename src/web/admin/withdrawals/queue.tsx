/** A list of requests, the one beside it, and what is being asked or done about them. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { WaitingForCoins } from '../coin-payouts/leaves.tsx'
import { useBeside } from '../list/beside.ts'
import { List, type Listed } from '../list/listed.tsx'
import { useStaff } from '../staff.ts'
import { BulkApproval, BulkBar, useChosen } from './bulk-approval.tsx'
import { DecisionDialog, useDecisions } from './decisions.tsx'
import type { Decision } from './use-decide.ts'
import { panelId, useShown, WithdrawalDetails, WithdrawalPanel } from './details.tsx'
import { LeftList } from './left-list.tsx'
import { KeysButton, KeysHelp, useKeys, type Key } from './keys.tsx'
import { WithdrawalsTable } from './table.tsx'
import type { WithdrawalsView } from './view.ts'
import { WaitingLine } from './waiting-work.tsx'
import styles from './withdrawals.module.css'

const ManyPayouts = lazy(() => import('./many-payouts.tsx'))

/** What is asked, one thing at a time. */
type Asked =
  | { is: 'decision'; row: QueuedWithdrawal; what: Decision }
  | { is: 'approvals'; rows: QueuedWithdrawal[] }
  | { is: 'payouts by a file' }
  | { is: 'keys' }

type QueueProps = {
  listed: Listed<unknown, QueuedWithdrawal>
  view: WithdrawalsView
  onSort(by: string): void
  /** Shows a request; none for an empty id. */
  onOpen(request: string): void
}

const keyOf = ({ _id }: QueuedWithdrawal) => _id

export function Queue({ listed, view, onSort, onOpen }: QueueProps) {
  const { may } = useStaff()
  const approves = may('agree-to-money')
  const [asked, ask] = useState<Asked | null>(null)
  const chosen = useChosen(listed.rows)
  const isWork = view.work !== ''
  const place = useBeside({ of: listed, keyOf, named: view.request, isWork })
  const { open, beside } = place
  const onDecide = (row: QueuedWithdrawal, what: Decision) => ask({ is: 'decision', row, what })
  const keys = useQueueKeys({ ...place, onOpen, onDecide, onHelp: () => ask({ is: 'keys' }) })
  return (
    <>
      <div className={styles.bulk}>
        {approves && (
          <BulkBar chosen={chosen} onApprove={(rows) => ask({ is: 'approvals', rows })} />
        )}
        {may('pay-out') && view.work === 'to-pay' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => ask({ is: 'payouts by a file' })}
          >
            Pay out in bulk
          </Button>
        )}
        <WaitingLine work={view.work} />
        {view.work === 'to-pay' && <WaitingForCoins />}
        {listed.notice}
        <LeftList rows={listed.gone} beside={open} />
        {beside && <KeysButton onPress={() => ask({ is: 'keys' })} />}
      </div>
      <div className={beside && styles.beside}>
        {/* What is new is said in the line above, where it moves no row. */}
        <List of={{ ...listed, notice: null }} empty={<p>No withdrawal requests found.</p>}>
          {(rows) => (
            <WithdrawalsTable
              rows={rows}
              view={view}
              beside={beside}
              onSort={onSort}
              chosen={approves ? chosen : null}
              onOpen={onOpen}
              onDecide={onDecide}
            />
          )}
        </List>
        {beside && (
          <WithdrawalPanel
            id={beside}
            onClose={isWork ? null : () => onOpen('')}
            onDecide={onDecide}
          />
        )}
      </div>
      {!place.isWide && (
        <WithdrawalDetails id={open || null} onClose={() => onOpen('')} onDecide={onDecide} />
      )}
      <Asking
        asked={asked}
        rows={listed.rows}
        keys={keys}
        onClose={() => {
          if (asked?.is === 'approvals') chosen.none()
          ask(null)
        }}
        onDecided={({ _id }) => onOpen(place.after(_id))}
      />
    </>
  )
}

type AskingProps = {
  asked: Asked | null
  /** The list as it is by now. */
  rows: QueuedWithdrawal[]
  keys: { areOn: boolean; onTurn(): void }
  onClose(): void
  onDecided(row: QueuedWithdrawal): void
}

/** The question or the answer that lies over the list. */
function Asking({ asked, rows, keys, onClose, onDecided }: AskingProps) {
  const decision = asked?.is === 'decision' ? asked : null
  return (
    <>
      <DecisionDialog
        key={`${decision?.row._id} ${decision?.what}`}
        asked={decision}
        onClose={onClose}
        onDone={() => onDecided(decision!.row)}
      />
      <BulkApproval
        rows={asked?.is === 'approvals' ? asked.rows : null}
        listed={rows}
        onClose={onClose}
      />
      {asked?.is === 'payouts by a file' && (
        <Suspense fallback={null}>
          <ManyPayouts onClose={onClose} />
        </Suspense>
      )}
      <KeysHelp open={asked?.is === 'keys'} {...keys} onClose={onClose} />
    </>
  )
}

type Keyed = {
  beside: string
  step(by: 1 | -1): string | undefined
  onOpen(request: string): void
  onDecide(row: QueuedWithdrawal, what: Decision): void
  onHelp(): void
}

const decisionOf: Partial<Record<Key, Decision>> = { a: 'approve', r: 'reject', p: 'pay' }

/** What is decided by a key is the request that can be read on the screen: while another one is on its way, nothing is. */
function useQueueKeys({ beside, step, onOpen, onDecide, onHelp }: Keyed) {
  const [areOn, turn] = useState(true)
  const shown = useShown(beside || null)
  const decisionsFor = useDecisions()
  function act(key: Key) {
    if (key === '?') return onHelp()
    // Whatever opens leads back to here when it closes.
    document.getElementById(panelId)?.focus({ preventScroll: true })
    const other = key === 'j' ? step(1) : key === 'k' ? step(-1) : undefined
    if (other) return onOpen(other)
    const what = decisionOf[key]
    if (shown && decisionsFor(shown).some((possible) => possible.what === what))
      onDecide(shown, what!)
  }
  useKeys(act, areOn && beside !== '')
  return { areOn, onTurn: () => turn(!areOn) }
}
