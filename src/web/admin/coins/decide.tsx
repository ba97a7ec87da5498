import type { CoinEntry, CoinPosition } from '../../../contract/coin-exchange.ts'
import type { TreasuryBooks } from '../../../contract/treasury.ts'
import { formatBitcoin, satoshiFromBitcoin } from '../../../lib/bitcoin-amount.ts'
import {
  useApproveCoinEntryMutation,
  useRefuseCoinEntryMutation,
} from '../../api/coin-exchanges.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useTreasuryQuery } from '../../api/treasury.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { useCommand } from '../../api/use-command.ts'
import { centsOf } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Note } from '../../ui/states.tsx'
import type { SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { BeforeAfter, changed } from '../treasury/before-after.tsx'
import { effects, named, rateWords } from './words.ts'

const otherwise = 'Nothing was decided. Please try again.'

type DecideProps = { entry: CoinEntry; position: CoinPosition; onClose(): void }

/** What one administrator has recorded, before another one, or taken back by the first. */
export function DecideEntry({ what, ...props }: DecideProps & { what: SecondDecision }) {
  return what === 'approve' ? <Approve {...props} /> : <Refuse {...props} />
}

function Approve({ entry, position, onClose }: DecideProps) {
  const [approve] = useApproveCoinEntryMutation()
  const { give, busy, problem } = useCommand({ trigger: approve, otherwise, onDone: onClose })
  const { data, ...answer } = useTreasuryQuery()
  const { id, amount, quantity, reference } = entry
  return (
    <Question
      title={`Book this ${entry.kind}?`}
      open
      onClose={onClose}
      confirm="Approve and book"
      busyText="Booking..."
      busy={busy}
      cannot={!data}
      onConfirm={() => void give({ id, amount, quantity, reference })}
    >
      <p>{named(entry)}. Compare it with what the bank and the exchange say.</p>
      <Explain lines={factsOf(entry)} />
      <p className="small">{effects[entry.kind]}</p>
      {data ? (
        <BeforeAfter
          asOf={data.data.treasury.asOf}
          lines={changesBy(entry, position, data.data.treasury)}
        />
      ) : (
        <NotLoaded what="the treasury" rows={2} {...answer} />
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

function factsOf(entry: CoinEntry): Line[] {
  const { reference, txid, reason, proposedBy } = entry
  const rate = rateWords(entry)
  return [
    { label: 'Reference', amount: reference },
    { label: 'Transaction', amount: txid && <code>{txid}</code> },
    { label: 'Rate', amount: rate },
    { label: 'Reason', amount: reason },
    { label: 'Recorded by', amount: proposedBy.fullName },
  ].filter(({ amount }) => amount !== null)
}

const satoshiOf = (text: string): bigint =>
  text.startsWith('-') ? -satoshiOf(text.slice(1)) : satoshiFromBitcoin(text)!

/** Each figure that the booking changes, as it is and as it would be. */
function changesBy(entry: CoinEntry, position: CoinPosition, books: TreasuryBooks): Line[] {
  const cents = centsOf(entry.amount)
  const [owed, bank] = [centsOf(position.owed), centsOf(books.assets.clientBank)]
  if (entry.quantity === null) {
    const [capital, own] = [centsOf(books.capital), centsOf(books.assets.firmBank)]
    return [
      changed('Capital', capital, capital - cents),
      changed('Firm’s bank account', own, own - cents),
      changed('Clients’ bank account', bank, bank + cents),
      changed('Owed against coins', owed, owed - cents),
    ]
  }
  const sign = entry.kind === 'sale' ? 1n : -1n
  const before = satoshiOf(position.books)
  const after = before - sign * satoshiOf(entry.quantity)
  return [
    {
      label: 'Coins in the books',
      amount: `${formatBitcoin(before)} → ${formatBitcoin(after)}`,
    },
    changed('Clients’ bank account', bank, bank + sign * cents),
    changed('Owed against coins', owed, owed - sign * cents),
  ]
}

function Refuse({ entry, onClose }: DecideProps) {
  const [refuse] = useRefuseCoinEntryMutation()
  const { give, busy, problem, refused } = useCommand({
    trigger: refuse,
    otherwise,
    onDone: onClose,
  })
  const fields = fieldProblems(refused)
  const isOwn = useStaff().id === entry.proposedBy.id
  const word = isOwn ? 'Withdraw' : 'Reject'
  return (
    <ReasonQuestion
      title={`${word} this ${entry.kind}?`}
      onClose={onClose}
      confirm={word}
      busy={busy}
      danger
      label="Reason, shown to staff"
      problem={fields.reason}
      failed={fields.reason ? null : problem}
      onGiven={(reason) => void give({ id: entry.id, reason })}
    >
      <p>
        {named(entry)}. Nothing is booked, and its reference and transaction can be recorded again.
      </p>
    </ReasonQuestion>
  )
}
