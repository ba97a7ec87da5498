import type { CoinEntry } from '../../../contract/coin-exchange.ts'
import { Badge } from '../../ui/badge.tsx'
import admin from '../admin.module.css'
import { ByWhom, DecideButtons } from '../proposed.tsx'
import type { SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import styles from './coins.module.css'
import { named, rateWords, statusWords } from './words.ts'

type EntryProps = { entry: CoinEntry; onDecide(what: SecondDecision): void }

/** One sale, purchase or cover, and what can be done with it. */
export function Entry({ entry, onDecide }: EntryProps) {
  const [state, word] = statusWords[entry.status]
  return (
    <li className={admin.waiting}>
      <div className={styles.figures}>
        <p>
          <Badge state={state}>{word}</Badge> <ins>{named(entry)}</ins>
        </p>
        <Particulars entry={entry} />
      </div>
      <Actions entry={entry} onDecide={onDecide} />
    </li>
  )
}

function Particulars({ entry }: { entry: CoinEntry }) {
  const { reference, txid, reason, refusalReason, status } = entry
  const { proposedAt, proposedBy, decidedAt, decidedBy } = entry
  const rate = rateWords(entry)
  return (
    <>
      <p className={admin.change}>
        Reference {reference}
        {rate && `, ${rate}`}
        {txid && (
          <>
            , transaction <code>{txid}</code>
          </>
        )}
      </p>
      <p className="caption">
        Recorded by <ByWhom by={proposedBy.fullName} at={proposedAt} reason={reason} />
        {decidedBy && decidedAt && (
          <>
            ; {status === 'booked' ? 'approved' : status} by{' '}
            <ByWhom by={decidedBy.fullName} at={decidedAt} reason={refusalReason} />
          </>
        )}
      </p>
    </>
  )
}

function Actions({ entry, onDecide }: EntryProps) {
  const staff = useStaff()
  if (!staff.mayChange || entry.status !== 'proposed') return null
  return (
    <DecideButtons
      isOwn={staff.id === entry.proposedBy.id}
      about={`${named(entry)}, ${entry.reference}`}
      onDecide={onDecide}
    />
  )
}
