import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { saveDestination } from '../../../contract/destination.ts'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { useDestinationsQuery } from '../../api/destinations.ts'
import type { Body } from '../../api/request.ts'
import { saysWhat, useSave } from './use-save.ts'
import styles from '../../account/form.module.css'

const isSame = (one: string | null, other: string | null) =>
  one !== null && one.toLowerCase() === other?.toLowerCase()

/** After a request: where it goes, for next time. Nothing where that is saved already. */
export function SaveForNextTime({ withdrawal }: { withdrawal: Withdrawal }) {
  const { type, bankName, bankNumber, recipientAccountId } = withdrawal
  const destinations = useDestinationsQuery().currentData?.data.destinations
  const { saveIt, busy, problem } = useSave()
  const [name, setName] = useState(bankName ?? '')
  const [isDone, setDone] = useState(false)
  if (isDone) return <p className="small">Saved for next time as “{name.trim()}”.</p>
  const isKnown = destinations?.some(
    (one) =>
      isSame(one.bankNumber, bankNumber) || isSame(one.recipientAccountId, recipientAccountId),
  )
  if (destinations === undefined || isKnown) return null

  async function save() {
    if (!name.trim()) return
    const address = bankNumber ?? ''
    const body: Record<Withdrawal['type'], Body<typeof saveDestination>> = {
      bank_transfer: { type: 'bank_transfer', name, bankNumber: address },
      bank_account: { type: 'bank_account', name, holder: bankName ?? '', bankNumber: address },
      tradehub_transfer: {
        type: 'tradehub_transfer',
        name,
        recipientAccountId: recipientAccountId ?? '',
      },
    }
    if (!(await saveIt(body[type]))) setDone(true)
  }
  return (
    <div className={styles.fields}>
      <TextInput
        label="Save it for next time as"
        description={saysWhat}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem}
      />
      <div>
        <Button variant="default" disabled={busy || !name.trim()} onClick={() => void save()}>
          {busy ? 'Saving...' : 'Save destination'}
        </Button>
      </div>
    </div>
  )
}
