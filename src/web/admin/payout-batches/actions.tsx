import { Button } from '@mantine/core'
import { useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { Cancel } from './cancel.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { Rebuild } from './rebuild.tsx'
import { Send } from './send.tsx'
import { SignedFile, ToSign } from './signing.tsx'
import type { OpenBatch } from './words.ts'

type Asked = 'send' | 'rebuild' | 'cancel'

/** What an administrator can do with a batch that hasn't ended. */
export function Actions({ open }: { open: OpenBatch }) {
  const { batch } = open
  const { id, status, isSigned } = batch
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const isBuilt = status === 'built'
  return (
    <Sheet title={titleOf(open)} lit={isBuilt}>
      <div className={styles.steps}>
        {isBuilt && !isSigned && (
          <>
            <ToSign id={id} />
            <SignedFile id={id} />
          </>
        )}
        {isBuilt && isSigned && (
          <section className={styles.part}>
            <p>
              No signature is missing. Compare what it pays with what your signer showed, then send
              it: that can’t be taken back.
            </p>
            <div className="row">
              <Button onClick={() => ask('send')}>Send it</Button>
            </div>
          </section>
        )}
        <section className={styles.part}>
          <h3>{isBuilt ? 'Change or cancel batch' : 'Raise the fee'}</h3>
          <p className="small">
            {isBuilt
              ? 'Rebuild it with another fee rate, at the current rate or without somebody; or cancel it, and its withdrawals wait again.'
              : 'The fee is too low, so the batch is waiting. A batch rebuilt with a higher fee, signed and sent, replaces it.'}
          </p>
          <div className="row">
            <Button variant="default" onClick={() => ask('rebuild')}>
              {isBuilt ? 'Rebuild batch' : 'Rebuild batch with a higher fee'}
            </Button>
            {isBuilt && (
              <Button variant="default" data-danger onClick={() => ask('cancel')}>
                Cancel batch
              </Button>
            )}
          </div>
        </section>
      </div>
      {asked === 'send' && <Send open={open} onClose={close} />}
      {asked === 'rebuild' && <Rebuild open={open} onClose={close} />}
      {asked === 'cancel' && <Cancel open={open} onClose={close} />}
    </Sheet>
  )
}

function titleOf({ batch: { status, isSigned } }: OpenBatch): string {
  if (status === 'sent') return 'On its way'
  return isSigned ? 'Send it' : 'Have it signed'
}
