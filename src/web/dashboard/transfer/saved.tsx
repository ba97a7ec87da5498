import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Destination } from '../../../contract/destination.ts'
import type { User } from '../../../contract/user.ts'
import { useDestinationsQuery, useRemoveDestinationMutation } from '../../api/destinations.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Address } from '../../ui/address.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { kindWords } from './to-whom.tsx'
import styles from './saved.module.css'

// Few come for it, and it has forms of its own.
const AddDestination = lazy(() => import('./add-destination.tsx'))

type SavedProps = { frozen: boolean; me: Pick<User, 'fullName' | 'accountId'> }

/** Where money was saved to be sent, whole, with what can be done about it. */
export function SavedDestinations({ frozen, me }: SavedProps) {
  const [adding, setAdding] = useState(false)
  return (
    <Sheet
      title="Saved destinations"
      aside={
        <Button variant="default" disabled={frozen} onClick={() => setAdding(true)}>
          Save a destination
        </Button>
      }
    >
      <List />
      {adding && (
        <Suspense fallback={null}>
          <AddDestination me={me} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Sheet>
  )
}

function List() {
  const { data, ...answer } = useDestinationsQuery()
  if (!data) return <NotLoaded what="destinations" {...answer} />
  const { destinations, changed } = data.data
  return (
    <>
      {changed > 0 && (
        <Note tone="bad">
          {changed === 1 ? 'One destination is' : `${changed} destinations are`} not what you saved.
          Nothing can be sent there, and we have been told. Please contact us.
        </Note>
      )}
      {destinations.length === 0 ? (
        <Empty>
          You have not saved a destination yet. Save one here, or after a request to it.
        </Empty>
      ) : (
        <ul className={styles.list} aria-label="Saved destinations">
          {destinations.map((one) => (
            <li key={one.id}>
              <Row destination={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ destination }: { destination: Destination }) {
  const { type, name, holder, bankNumber, recipientAccountId, savedAt, usableFrom } = destination
  return (
    <>
      <div className={styles.what}>
        <h3>{name}</h3>
        <Address>{bankNumber ?? recipientAccountId ?? ''}</Address>
        <p className="caption">
          {kindWords[type].label}
          {holder && ` of ${holder}`}, saved on {showDate(savedAt)}
          {usableFrom && `. It can be used from ${showDateTime(usableFrom)} on.`}
        </p>
      </div>
      <Remove destination={destination} />
    </>
  )
}

function Remove({ destination: { id, name } }: { destination: Destination }) {
  const [remove] = useRemoveDestinationMutation()
  return (
    <AskButton
      label={
        <>
          Remove<span className="hide"> {name}</span>
        </>
      }
      compact
      title={`Remove “${name}”?`}
      confirm="Remove it"
      keep="Keep it"
      busyText="Removing..."
      send={() => remove(id)}
      otherwise="The destination could not be removed. Please try again."
    >
      <p>Requests that were made to it stay as they are.</p>
    </AskButton>
  )
}
