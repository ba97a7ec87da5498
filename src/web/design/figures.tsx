import { useId, useState } from 'react'
import { Address } from '../ui/address.tsx'
import { plainAmount } from '../ui/amount.ts'
import { Explain, type Line } from '../ui/explain.tsx'
import { Figure, OpeningFigure } from '../ui/figure.tsx'
import { Timeline } from '../ui/timeline.tsx'
import styles from './design.module.css'
import { Specimen } from './specimen.tsx'

const lines: Line[] = [
  { label: 'Deposits', amount: plainAmount(100_000n) },
  { label: 'Invested in one plan', note: 'Starter Growth', amount: plainAmount(-40_000n) },
  { label: 'Back at maturity, with profit', amount: plainAmount(44_000n) },
]
const sum: Line = { label: 'Balance', amount: plainAmount(104_000n) }

export function Figures() {
  return (
    <>
      <Specimen of="Figure" says="A sum that doesn’t open never wears the double rule">
        <div className={styles.figures}>
          <Figure cents={104_000n} size="large" />
          <Figure cents={104_000n} />
          <Figure cents={104_000n} size="small" />
          <Figure cents={-2_500n} />
          <Figure cents={0n} />
        </div>
      </Specimen>
      <Specimen of="Address" says="Whole, in blocks of four; what is copied has no gaps">
        <Address>mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn</Address>
      </Specimen>
      <Specimen of="OpeningFigure" says="A balance: pressed, it opens into the lines it is made of">
        <div className={styles.pair}>
          <Balance opened={false} />
          <Balance opened />
        </div>
      </Specimen>
      <Specimen of="Explain" says="With a sum, and as a plain list of facts">
        <div className={styles.pair}>
          <Explain lines={lines} sum={sum} />
          <Explain
            lines={[
              { label: 'Held for withdrawals', amount: plainAmount(0n) },
              { label: 'In running plans', amount: plainAmount(40_000n) },
            ]}
          />
        </div>
      </Specimen>
      <Specimen of="Timeline" says="Done, now, to come">
        <Timeline
          steps={[
            {
              state: 'done',
              title: 'Requested',
              when: 'Jan 5, 2025',
              text: 'You. 250.00 is held until the request is decided.',
            },
            {
              state: 'now',
              title: 'Decision',
              text: 'Staff approve it, or reject it with a reason.',
            },
            {
              state: 'to-come',
              title: 'Payout',
              text: 'Its reference is recorded here. What comes back returns to the balance.',
            },
          ]}
        />
      </Specimen>
    </>
  )
}

function Balance({ opened }: { opened: boolean }) {
  const [open, setOpen] = useState(opened)
  const id = useId()
  return (
    <div>
      <span className="label">Account Balance</span>
      <OpeningFigure cents={104_000n} open={open} controls={id} onToggle={() => setOpen(!open)} />
      <div id={id} hidden={!open}>
        <Explain lines={lines} sum={sum} />
      </div>
    </div>
  )
}
