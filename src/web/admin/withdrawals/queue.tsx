/** A list of requests, the one beside it, and what is being asked or done about them. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { WaitingForCoins } from '../coin-payouts/leaves.tsx'
import { useStaff } from '../staff.ts'
import { BulkApproval, BulkBar, useChosen } from './bulk-approval.tsx'
import { DecisionDialog, useDecisions, type Deciding } from './decisions.tsx'
import type { Decision } from './use-decide.ts'
import { panelId, useShown, WithdrawalDetails, WithdrawalPanel } from './details.tsx'
import { LeftList } from './left-list.tsx'
import { KeysButton, KeysHelp, useKeys, type Key } from './keys.tsx'
import { WithdrawalsTable } from './table.tsx'
import type { WithdrawalsView } from './view.ts'
import { WaitingLine } from './waiting-work.tsx'
import styles from './withdrawals.module.css'

type QueueProps = {
  rows: QueuedWithdrawal[]
  /** The latest that the list has lost, as they were. */
  gone: QueuedWithdrawal[]
  /** Not the rows of the view before, which stay until those of this one have come. */
  isOfView: boolean
  view: WithdrawalsView
  onSort(by: string): void
  /** Shows a request; none for an empty id. */
  onOpen(request: string): void
  /** Over the list. */
  notice: ReactNode
  more: ReactNode
}

export function Queue({ rows, gone, isOfView, view, onSort, onOpen, notice, more }: QueueProps) {
  const { mayChange } = useStaff()
  const [asked, ask] = useState<Deciding | null>(null)
  const [approving, approve] = useState<QueuedWithdrawal[] | null>(null)
  const chosen = useChosen(rows)
  const isWide = useIsWide()
  const open = view.request || null
  const beside = isWide ? open : null
  useFirst(isWide && isOfView && view.work !== '' && open === null ? rows[0] : undefined, onOpen)
  const next = (step: 1 | -1) => rows[rows.findIndex(({ _id }) => _id === open) + step]?._id
  const onDecide = (row: QueuedWithdrawal, what: Decision) => ask({ row, what })
  const keys = useQueueKeys({ beside, next, onOpen, onDecide })
  return (
    <>
      <div className={styles.bulk}>
        {mayChange && <BulkBar chosen={chosen} onApprove={approve} />}
        {mayChange && view.work === 'to-pay' && <ByFile />}
        <WaitingLine work={view.work} />
        {view.work === 'to-pay' && <WaitingForCoins />}
        {notice}
        <LeftList rows={gone} beside={open} />
        {beside && <KeysButton onPress={keys.show} />}
      </div>
      <div className={beside ? styles.beside : undefined}>
        <div className={styles.list}>
          {rows.length === 0 ? (
            <p>No withdrawal requests found.</p>
          ) : (
            <WithdrawalsTable
              rows={rows}
              view={view}
              beside={beside}
              onSort={onSort}
              chosen={mayChange ? chosen : null}
              onOpen={onOpen}
              onDecide={onDecide}
            />
          )}
          {more}
        </div>
        {beside && (
          <WithdrawalPanel
            id={beside}
            onClose={view.work === '' ? () => onOpen('') : null}
            onDecide={onDecide}
          />
        )}
      </div>
      {!isWide && <WithdrawalDetails id={open} onClose={() => onOpen('')} onDecide={onDecide} />}
      <DecisionDialog
        key={`${asked?.row._id} ${asked?.what}`}
        asked={asked}
        onClose={() => ask(null)}
        onDone={() => onOpen(afterDecision(rows, asked!.row, beside))}
      />
      <BulkApproval
        rows={approving}
        listed={rows}
        onClose={() => {
          approve(null)
          chosen.none()
        }}
      />
      <KeysHelp {...keys.help} />
    </>
  )
}

const ManyPayouts = lazy(() => import('./many-payouts.tsx'))

/** Many payouts at a time, which few come for. */
function ByFile() {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => open(true)}>
        Many payouts
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ManyPayouts onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Beside a list there has to be room for a request. */
const useIsWide = () =>
  useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })

/** Shows the first of a list of work. It is then named in the address: another that comes to stand first meanwhile doesn't take its place. */
function useFirst(first: QueuedWithdrawal | undefined, onOpen: (request: string) => void): void {
  const id = first?._id
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    if (id) open(id)
  }, [id])
}

/** On to the next one. Where there is none it stays, as it is now; a dialog over the list closes. */
function afterDecision(
  rows: QueuedWithdrawal[],
  decided: QueuedWithdrawal,
  beside: string | null,
): string {
  if (beside === null) return ''
  if (beside !== decided._id) return beside
  const at = rows.findIndex(({ _id }) => _id === decided._id)
  return (rows[at + 1] ?? rows[at - 1] ?? decided)._id
}

type Keyed = {
  beside: string | null
  next(step: 1 | -1): string | undefined
  onOpen(request: string): void
  onDecide(row: QueuedWithdrawal, what: Decision): void
}

const decisionOf: Partial<Record<Key, Decision>> = { a: 'approve', r: 'reject', p: 'pay' }

/** What is decided by a key is the request that can be read on the screen: while another one is on its way, nothing is. */
function useQueueKeys({ beside, next, onOpen, onDecide }: Keyed) {
  const [isShown, show] = useState(false)
  const [areOn, turn] = useState(true)
  const shown = useShown(beside)
  const decisionsFor = useDecisions()
  function act(key: Key) {
    if (key === '?') return show(true)
    // Whatever opens leads back to here when it closes.
    document.getElementById(panelId)?.focus({ preventScroll: true })
    const other = key === 'j' ? next(1) : key === 'k' ? next(-1) : undefined
    if (other) return onOpen(other)
    const what = decisionOf[key]
    if (shown && decisionsFor(shown).some((possible) => possible.what === what))
      onDecide(shown, what!)
  }
  useKeys(act, areOn && beside !== null)
  const help = {
    open: isShown,
    areOn,
    onTurn: () => turn(!areOn),
    onClose: () => show(false),
  }
  return { show: () => show(true), help }
}
