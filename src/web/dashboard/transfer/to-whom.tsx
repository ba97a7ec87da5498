import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Destination as Saved } from '../../../contract/destination.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import { secretForAddress } from '../../../lib/wallet-secret.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Recent } from './recent.ts'
import { asTyped, notRecognised, recognise } from './recognise.ts'
import form from '../../account/form.module.css'
import styles from './to-whom.module.css'

/** What each kind of place is called, wherever one is chosen or listed. */
export const kindWords: Record<WithdrawalType, { label: string; to: string; icon: IconName }> = {
  bank_account: { label: 'Bank account', to: 'To your bank account', icon: 'fund' },
  bank_transfer: { label: 'Wallet', to: 'To a wallet', icon: 'pane' },
  tradehub_transfer: { label: 'Platform account', to: 'To a platform account', icon: 'user' },
}

const newOnes: { type: WithdrawalType; label: string; note: string }[] = [
  { type: 'bank_account', label: 'Your bank account', note: 'by IBAN or US account number' },
  { type: 'bank_transfer', label: 'A wallet', note: 'by its address for bitcoin, USDT or others' },
  { type: 'tradehub_transfer', label: 'A platform account', note: 'someone here, by account ID' },
]

type ToWhomProps = {
  saved: readonly Saved[]
  /** Where money was sent before, and isn't saved. */
  recent: readonly Recent[]
  onSaved(destination: Saved): void
  onNew(type: WithdrawalType, place?: Recent['place']): void
}

/** The first question: what is saved comes first, then what is new. One press answers it, or a paste. */
export function ToWhom({ saved, recent, onSaved, onNew }: ToWhomProps) {
  const [pasted, paste] = useState('')
  return (
    <div className={form.fields}>
      {saved.length > 0 && (
        <Rows label="Send to">
          {saved.map((one) => (
            <Row
              key={one.id}
              icon={kindWords[one.type].icon}
              label={one.name}
              note={noteOf(one)}
              onPress={() => onSaved(one)}
            />
          ))}
        </Rows>
      )}
      {recent.length > 0 && (
        <Rows label="Recent">
          {recent.map(({ type, name, number, place }) => (
            <Row
              key={number}
              icon={kindWords[type].icon}
              label={name}
              note={recentNote({ type, name, number })}
              onPress={() => onNew(type, place)}
            />
          ))}
        </Rows>
      )}
      <Paste text={pasted} onText={paste} onNew={onNew} />
      <Rows label={saved.length > 0 ? 'Send elsewhere' : 'Send to'}>
        {newOnes.map(({ type, label, note }) => (
          <Row
            key={type}
            icon={kindWords[type].icon}
            label={label}
            note={note}
            // What was pasted and not recognised goes along: its field says what is wrong with it.
            onPress={() => onNew(type, asTyped(type, pasted))}
          />
        ))}
      </Rows>
    </div>
  )
}

function noteOf({ type, holder, bankNumber, recipientAccountId, usableFrom }: Saved): string {
  const end = (bankNumber ?? '').slice(-4)
  const where =
    type === 'tradehub_transfer'
      ? recipientAccountId
      : [holder, `ends with ${end}`].filter(Boolean).join(', ')
  const from = usableFrom === null ? '' : `. It can be used from ${showDateTime(usableFrom)} on`
  return `${kindWords[type].label}, ${where}${from}`
}

/** Enough of it to know it by. */
const recentNote = ({ type, number, name }: Pick<Recent, 'type' | 'number' | 'name'>) =>
  `${kindWords[type].label}${name === number ? '' : `, ends with ${number.slice(-4)}`}; you sent there before`

const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.rows} aria-label={label}>
    {children}
  </ul>
)

type RowProps = { icon: IconName; label: string; note: string; onPress(): void }

const Row = ({ icon, label, note, onPress }: RowProps) => (
  <li>
    <button type="button" className={styles.row} onClick={onPress}>
      <Icon name={icon} />
      <span className={styles.words}>
        <span className={styles.name}>{label}</span>
        <span className="caption">{note}</span>
      </span>
      <span aria-hidden="true">›</span>
    </button>
  </li>
)

type PasteProps = Pick<ToWhomProps, 'onNew'> & { text: string; onText(text: string): void }

/** What is recognised leads on at once; a secret goes nowhere. */
export function Paste({ text, onText, onNew }: PasteProps) {
  const secret = secretForAddress(text)
  function typed(now: string): void {
    onText(now)
    const found = secretForAddress(now) === null ? recognise(now) : null
    if (found) onNew(found.type, found.place)
  }
  return (
    <div>
      <TextInput
        label="Paste an IBAN, an address or an account ID"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => typed(event.currentTarget.value)}
        error={secret}
      />
      <p className={`caption ${form.below}`} role="status">
        {secret === null && notRecognised(text)}
      </p>
    </div>
  )
}
