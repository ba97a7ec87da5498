import { Button } from '@mantine/core'
import { useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { Drop } from './drop.tsx'
import { Release } from './release.tsx'
import { ToSign } from './signing.tsx'
import type { OpenList } from './words.ts'

/** What an administrator can do with a list that hasn't ended. */
export function Actions({ open }: { open: OpenList }) {
  const [asked, ask] = useState<'release' | 'drop' | null>(null)
  const close = () => ask(null)
  const isBuilt = open.list.status === 'built'
  return (
    <Sheet title={isBuilt ? 'Release it' : 'Have it signed and sent'} lit>
      <div className={styles.steps}>
        {isBuilt ? (
          <section className={styles.part}>
            <p>
              Compare whom it pays, and how much, with the list below. Once it is released it can be
              downloaded, signed and sent.
            </p>
            <div className="row">
              <Button onClick={() => ask('release')}>Release it</Button>
            </div>
          </section>
        ) : (
          <ToSign open={open} />
        )}
        <section className={styles.part}>
          <h3>Not this way?</h3>
          <p className="small">
            {isBuilt
              ? 'Give it up, and its withdrawals wait for another list.'
              : 'It can be given up, but its withdrawals are then kept for a day of blocks: what was signed for it could be sent until then.'}
          </p>
          <div className="row">
            <Button variant="default" data-danger onClick={() => ask('drop')}>
              Give it up
            </Button>
          </div>
        </section>
      </div>
      {asked === 'release' && <Release open={open} onClose={close} />}
      {asked === 'drop' && <Drop open={open} onClose={close} />}
    </Sheet>
  )
}
