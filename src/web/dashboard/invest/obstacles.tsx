import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { decimalFromCents, formatUsd } from '../../../lib/money.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Note } from '../../ui/states.tsx'
import styles from '../../account/form.module.css'
import type { Obstacle } from './amount.ts'

/** How what stands in the way is taken away: by another plan, or by another amount. */
export type Mending = { onChoose(planId: string): void; onPlace(amount: string): void }

/** Why nothing would happen: in place of figures that nobody will be paid. */
export function InvestObstacles({
  obstacles,
  ...mending
}: { obstacles: readonly Obstacle[] } & Mending) {
  return (
    <div className="stack">
      <p className="small">This amount can’t be invested as it is:</p>
      {obstacles.map(({ text, mend }) => (
        <Note key={text}>
          <div className={styles.obstacle}>
            {text}.{mend && <Mend mend={mend} {...mending} />}
          </div>
        </Note>
      ))}
    </div>
  )
}

function Mend({ mend, onChoose, onPlace }: { mend: NonNullable<Obstacle['mend']> } & Mending) {
  if ('fund' in mend)
    return (
      <Link {...buttonLook('default')} data-size="compact-sm" to="/dashboard/fundaccount">
        Fund your account
      </Link>
    )
  if ('limit' in mend)
    return (
      <Link {...buttonLook('default')} data-size="compact-sm" to="/dashboard/settings#own-limit">
        See your own limit
      </Link>
    )
  const [label, press] =
    'choose' in mend
      ? [`Choose ${mend.choose.title}`, () => onChoose(mend.choose.id)]
      : [`Invest ${formatUsd(mend.place)}`, () => onPlace(decimalFromCents(mend.place))]
  return (
    <Button variant="default" size="compact-sm" onClick={press}>
      {label}
    </Button>
  )
}
