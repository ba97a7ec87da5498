import { Button } from '@mantine/core'
import { useAccepting } from './accepting.ts'
import type { OwnEdition } from '../../contract/edition.ts'
import { LoadedText } from '../account/editions/text.tsx'
import { daySaid } from '../account/editions/words.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { Note } from '../ui/states.tsx'

export default function AcceptEdition(edition: OwnEdition & { onLater(): void }) {
  const { id, title, number, digest, changed, onLater } = edition
  const { give, busy, problem } = useAccepting()
  const isFirst = number === 1
  return (
    <Dialog
      title={isFirst ? `Please accept our ${title}` : `Our ${title} have changed`}
      open
      onClose={onLater}
    >
      <div className="stack">
        <p>
          Edition {number} counts since {daySaid(edition)}.
        </p>
        <p>{changed}</p>
        <LoadedText id={id} />
        <p className="small">
          You need it to invest and to send money to another account here. You can read your account
          and withdraw your money without it.
        </p>
        {problem && <Note tone="bad">{problem}</Note>}
        <DialogButtons inSight>
          <Button variant="default" onClick={onLater}>
            Not now
          </Button>
          <Button loading={busy} onClick={() => void give({ id, digest })}>
            Accept
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
