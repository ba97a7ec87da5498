import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Failure } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'
import { Note } from '../../ui/states.tsx'
import styles from './coin-payouts.module.css'
import type { Chosen } from './waiting.tsx'
import { pathOf, payouts, total, type Carrier } from './words.ts'

type Built = { message: string; data: { id: string } }
type BuildFormProps<A> = {
  what: Carrier
  chosen: Chosen
  trigger(argument: A): { unwrap(): Promise<Built> }
  /** Null: what else is asked for is wrong, and says so. */
  asked(withdrawals: string[]): A | null
  /** What else is asked for; it says why it was refused. */
  field?(refused: Failure | null): ReactNode
  /** What becomes of the chosen. */
  says: string
  button: { text: string; busy: string; otherwise: string }
  onBuilt?(): void
}

/** Makes a batch or a list of those that were chosen, and opens it. */
export function BuildForm<A>({ what, chosen, trigger, asked, field, ...rest }: BuildFormProps<A>) {
  const { says, button, onBuilt } = rest
  const { rows } = chosen
  const [wasEmpty, setEmpty] = useState(false)
  const navigate = useNavigate()
  const { give, busy, problem, refused } = useCommand({
    trigger,
    otherwise: button.otherwise,
    onDone({ data }) {
      onBuilt?.()
      void navigate(pathOf[what](data.id))
    },
  })
  const said = wasEmpty && rows.length === 0 ? 'Choose at least one withdrawal.' : problem
  return (
    <form
      className={styles.build}
      onSubmit={(event) => {
        event.preventDefault()
        const argument = asked(rows.map(({ withdrawalId }) => withdrawalId))
        setEmpty(rows.length === 0)
        if (argument !== null && rows.length > 0) void give(argument)
      }}
      noValidate
    >
      {field?.(refused)}
      <p>
        Chosen: {payouts(rows.length)}, {total(rows)}. {says} Nothing leaves yet.
      </p>
      {said && <Note tone="bad">{said}</Note>}
      <div className="row">
        <Button type="submit" disabled={busy}>
          {busy ? button.busy : button.text}
        </Button>
      </div>
    </form>
  )
}
