import { Button } from '@mantine/core'
import { useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { Cancel } from './cancel.tsx'
import { Release } from './release.tsx'
import { ToSign } from './signing.tsx'
import type { OpenList } from './words.ts'

/** What an administrator can do with a list that hasn't ended. */
export function Actions({ open }: { open: OpenList }) {
  const [asked, ask] = useState<'release' | 'cancel' | null>(null)
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
          <h3>Cancel this list</h3>
          <p className="small">
            {isBuilt
              ? 'Cancel it, and its withdrawals wait for another list.'
              : 'It can be cancelled, but its withdrawals are then kept for a day of blocks: what was signed for it could be sent until then.'}
          </p>
          <div className="row">
            <Button variant="default" data-danger onClick={() => ask('cancel')}>
              Cancel list
            </Button>
          </div>
        </section>
      </div>
      {asked === 'release' && <Release open={open} onClose={close} />}
      {asked === 'cancel' && <Cancel open={open} onClose={close} />}
    </Sheet>
  )
}
