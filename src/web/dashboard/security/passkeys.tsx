import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { addPasskey, SecondFactors } from '../../../contract/security.ts'
import { browserHasPasskeys, makePasskey, whyNoPasskeys } from '../../api/passkey.ts'
import type { Reply } from '../../api/request.ts'
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useRemovePasskeyMutation,
} from '../../api/security.ts'
import { deviceOf } from '../../../lib/device.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from './security.module.css'
import { useFactorChange, type OnCodes } from './change.ts'

type Passkey = SecondFactors['passkeys'][number]
type PasskeysProps = { passkeys: Passkey[]; onCodes: OnCodes }

export function Passkeys({ passkeys, onCodes }: PasskeysProps) {
  return (
    <Sheet title="Passkeys" narrow>
      <div className="stack">
        <p className="small">
          A passkey signs you in with your fingerprint, face or device PIN, without a password, and
          works only at this address.
        </p>
        <List passkeys={passkeys} onCodes={onCodes} />
        <AddPasskey onCodes={onCodes} />
      </div>
    </Sheet>
  )
}

function List({ passkeys, onCodes }: PasskeysProps) {
  const [asked, setAsked] = useState<Passkey | null>(null)
  const [remove] = useRemovePasskeyMutation()
  const { change, busy } = useFactorChange(remove, onCodes)
  async function confirm() {
    if ((await change(asked!.id)) === null) setAsked(null)
  }
  const columns: Column<Passkey>[] = [
    { head: 'Name', kind: 'name', cell: ({ name }) => name },
    { head: 'Added', kind: 'date', cell: ({ createdAt }) => showDate(createdAt) },
    {
      head: 'Last used',
      kind: 'date',
      cell: ({ lastUsedAt }) => (lastUsedAt ? showDateTime(lastUsedAt) : 'Not yet'),
    },
    {
      head: 'Actions',
      kind: 'actions',
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          data-danger
          onClick={() => setAsked(row)}
          disabled={busy}
          aria-label={`Remove ${row.name}`}
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <>
      {passkeys.length === 0 ? (
        <Empty>
          You have no passkey yet.
          {browserHasPasskeys() && ' Name one below, and your device does the rest.'}
        </Empty>
      ) : (
        <DataTable label="Passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
      )}
      <Question
        title="Remove this passkey?"
        open={asked !== null}
        onClose={() => setAsked(null)}
        confirm="Remove"
        busyText="Removing..."
        busy={busy}
        danger
        onConfirm={() => void confirm()}
      >
        <p>
          “{asked?.name}” will no longer work here; delete it on your device too. If it is your only
          second factor, your password alone will open this account, and your recovery codes will
          stop working too.
        </p>
        <p className="small">Your other sessions end.</p>
      </Question>
    </>
  )
}

/** From the server's options to the device and back, as one thing to wait for. */
function useAddPasskey(onCodes: OnCodes) {
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  async function addNamed(name: string): Promise<Reply<typeof addPasskey>> {
    const {
      data: { challenge, options },
    } = await begin().unwrap()
    const { data: passkey, failure } = await makePasskey(options)
    if (failure) throw failure
    return add({ challenge, name, passkey }).unwrap()
  }
  return useFactorChange((name: string) => ({ unwrap: () => addNamed(name) }), onCodes)
}

function AddPasskey({ onCodes }: { onCodes: OnCodes }) {
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [problem, setProblem] = useState<string | null>(null)
  const { change, busy } = useAddPasskey(onCodes)
  if (!browserHasPasskeys()) return <p className="small">{whyNoPasskeys()}</p>
  async function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(name.trim() === '' ? 'Please enter a name' : null)
    if (name.trim() !== '' && (await change(name)) === null) setName('')
  }
  return (
    <form
      className={styles.part}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Add a passkey"
    >
      <TextInput
        label="Name of a new passkey"
        description="To recognise it later, such as “My phone”"
        autoComplete="off"
        maxLength={60}
        required
        value={name}
        error={problem}
        aria-invalid={problem !== null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p className="caption">Adding it ends your other sessions.</p>
      <div>
        <Button type="submit" variant="default" disabled={busy}>
          {busy ? 'Waiting for your device...' : 'Add passkey'}
        </Button>
      </div>
    </form>
  )
}
