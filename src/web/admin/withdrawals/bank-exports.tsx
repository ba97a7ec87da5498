/** Files that were exported for the bank: who exported them when, handed out again, and cancelled by two. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { BankExport } from '../../../contract/bank-export.ts'
import {
  bankExportsCsv,
  useBankExports,
  useDownloadBankExportMutation,
  useProposeCancellingBankExportMutation,
  useProposeReopeningPayoutsMutation,
  useReleaseBankExportMutation,
} from '../../api/bank-exports.ts'
import { useCommand } from '../../api/use-command.ts'
import type { Trigger } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { save, useFile } from '../coin-payouts/file.ts'
import { payouts } from '../coin-payouts/words.ts'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { mayAgree } from '../waiting/list.tsx'
import bulk from '../bulk/bulk.module.css'
import styles from './withdrawals.module.css'
import { When } from '../when.tsx'

/** Gets the file of an export and saves it. */
export function useHandOut() {
  const [download] = useDownloadBankExportMutation()
  const { hand, ...state } = useFile(download)
  return {
    ...state,
    handOut: (id: string) =>
      hand(id, ({ name, text, type }) => save(name, text, type), 'Your browser saves the file.'),
  }
}

/** Those that the bank may still carry out. */
export function OpenExports() {
  const { data } = useBankExports()
  const open = (data?.data.exports ?? []).filter(
    ({ status }) => status === 'built' || status === 'exported',
  )
  if (open.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="exported">
      <div className="head">
        <h3 id="exported">Exported for the bank</h3>
        <CsvLink href={bankExportsCsv} />
      </div>
      <ul className={bulk.many}>
        {open.map((one) => (
          <Exported key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

const bankSays = ({ accepted, pending, rejected, reopened }: BankExport['said']): string => {
  const counts = { accepted, pending, rejected, reopened }
  const said = Object.entries(counts).flatMap(([word, count]) => (count ? `${count} ${word}` : []))
  return said.length > 0 ? ` By the bank: ${said.join(', ')}.` : ''
}

/** Who exported and released it, and what became of it. */
function SoFar({ one }: { one: BankExport }) {
  const { exportedBy, releasedBy, said: bank } = one
  return (
    <p className="small">
      {one.format === 'csv' ? 'CSV' : 'pain.001'}, exported by <bdi>{exportedBy.fullName}</bdi> on{' '}
      <When at={one.exportedAt} />
      {releasedBy && releasedBy.id !== exportedBy.id && (
        <>
          , released by <bdi>{releasedBy.fullName}</bdi>
        </>
      )}
      . {one.paid} of {one.payments} recorded.{one.status === 'built' && ' Not released yet.'}
      {bankSays(bank)}
    </p>
  )
}

function Exported({ one }: { one: BankExport }) {
  const staff = useStaff()
  const { id, may } = staff
  const [asked, setAsked] = useState<'release' | 'cancel' | 'reopen' | null>(null)
  const { handOut, busy, problem, said } = useHandOut()
  const { exportedBy, proposal, said: bank } = one
  return (
    <li>
      <strong>
        {payouts(one.payments)}, {usd(one.amount)}
      </strong>
      <SoFar one={one} />
      {proposal && (
        <p className="small">
          {proposal.kind === 'bank-payouts-reopening'
            ? 'Proposed to reopen what was rejected, by'
            : 'Proposed to be cancelled by'}{' '}
          <ByWhom by={proposal.proposedBy.fullName} at={proposal.proposedAt} />
        </p>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
      {(may('pay-out') || may('agree-to-money')) && (
        <div className="row">
          {one.status === 'built' && may('agree-to-money') && (
            <Button disabled={busy} onClick={() => setAsked('release')}>
              Release
            </Button>
          )}
          {exportedBy.id === id && one.status === 'exported' && (
            <Button variant="default" disabled={busy} onClick={() => void handOut(one.id)}>
              Download again
            </Button>
          )}
          {proposal ? (
            <Link to="/admin/waiting">
              {mayAgree(proposal, staff)
                ? proposal.kind === 'bank-payouts-reopening'
                  ? 'Decide on reopening it'
                  : 'Decide on cancelling it'
                : 'See what waits'}
            </Link>
          ) : (
            may('pay-out') && (
              <>
                {bank.rejected > 0 && (
                  <Button variant="default" data-danger onClick={() => setAsked('reopen')}>
                    Propose to reopen {bank.rejected} rejected
                  </Button>
                )}
                <Button variant="default" data-danger onClick={() => setAsked('cancel')}>
                  Propose to cancel it
                </Button>
              </>
            )
          )}
          <span className="caption" role="status">
            {said}
          </span>
        </div>
      )}
      {asked === 'release' && <Release one={one} onClose={() => setAsked(null)} />}
      {asked === 'cancel' && <CancelPayouts one={one} onClose={() => setAsked(null)} />}
      {asked === 'reopen' && <Reopen one={one} onClose={() => setAsked(null)} />}
    </li>
  )
}

/** Says what may leave, and sends what it shows. */
function Release({ one, onClose }: { one: BankExport; onClose(): void }) {
  const me = useStaff()
  const [trigger] = useReleaseBankExportMutation()
  const { give, busy, problem } = useCommand({
    trigger,
    otherwise: 'Nothing was released. Please try again.',
    onDone: onClose,
  })
  const { id, amount, payments: count, exportedBy } = one
  return (
    <Question
      title="Release this file?"
      open
      onClose={onClose}
      confirm={`Release ${usd(amount)}`}
      busyText="Releasing..."
      busy={busy}
      onConfirm={() => void give({ id, amount, payments: count })}
    >
      <p>
        {payouts(count)}, {usd(amount)}. From then on{' '}
        {exportedBy.id === me.id ? 'you' : <bdi>{exportedBy.fullName}</bdi>} can download it and
        hand it to the bank.
      </p>
      <p className="small">Above the limit, somebody other than the exporter releases it.</p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

type ProposedProps = {
  title: string
  trigger: Trigger<string, { message: string }>
  id: string
  onClose(): void
  children: ReactNode
}

/** Something about a file that somebody else has to agree to. */
function Proposed({ title, trigger, id, onClose, children }: ProposedProps) {
  const { give, busy } = useCommand({
    trigger,
    otherwise: 'Nothing was changed.',
    told: 'in toasts',
    onDone: onClose,
    onRefused: onClose,
  })
  return (
    <Question
      title={title}
      open
      onClose={onClose}
      confirm="Propose it"
      busyText="Sending..."
      busy={busy}
      danger
      onConfirm={() => void give(id)}
    >
      {children}
    </Question>
  )
}

function CancelPayouts({ one, onClose }: { one: BankExport; onClose(): void }) {
  const [propose] = useProposeCancellingBankExportMutation()
  const left = one.payments - one.paid
  const taken = one.said.accepted + one.said.pending
  return (
    <Proposed title="Propose to cancel this file?" trigger={propose} id={one.id} onClose={onClose}>
      <p>
        {payouts(left)} of it {left === 1 ? 'is' : 'are'} not recorded as paid. Once somebody else
        agrees, they can be exported again or returned.
      </p>
      {taken > 0 && (
        <Note tone="bad">By its report the bank has taken {payouts(taken)} of it.</Note>
      )}
      <Note>
        Ask the bank first. What it has carried out, or still carries out, would be paid a second
        time.
      </Note>
    </Proposed>
  )
}

function Reopen({ one, onClose }: { one: BankExport; onClose(): void }) {
  const [propose] = useProposeReopeningPayoutsMutation()
  const { rejected } = one.said
  return (
    <Proposed
      title={`Propose to reopen ${payouts(rejected)}?`}
      trigger={propose}
      id={one.id}
      onClose={onClose}
    >
      <p>
        By its report the bank has rejected {rejected === 1 ? 'it' : 'them'}. Once somebody else
        agrees, {rejected === 1 ? 'it' : 'they'} can be exported again or returned.
      </p>
      <Note>
        Ask the bank itself, not only its report, which anybody could have written. What it still
        carries out would be paid a second time.
      </Note>
    </Proposed>
  )
}
