import { Button } from '@mantine/core'
import { useState } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { Drop } from './drop.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { Rebuild } from './rebuild.tsx'
import { Send } from './send.tsx'
import { SignedFile, ToSign } from './signing.tsx'
import type { OpenBatch } from './words.ts'

type Asked = 'send' | 'rebuild' | 'drop'

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
          <h3>{isBuilt ? 'Not this way?' : 'Is it stuck?'}</h3>
          <p className="small">
            {isBuilt
              ? 'Build it anew with another fee rate, at the rate of now or without somebody; or give it up, and its withdrawals wait again.'
              : 'A batch that pays too little for its place waits. Built anew with more, signed and sent, it takes this one’s place.'}
          </p>
          <div className="row">
            <Button variant="default" onClick={() => ask('rebuild')}>
              {isBuilt ? 'Build it anew' : 'Build it anew with a higher fee'}
            </Button>
            {isBuilt && (
              <Button variant="default" data-danger onClick={() => ask('drop')}>
                Give it up
              </Button>
            )}
          </div>
        </section>
      </div>
      {asked === 'send' && <Send open={open} onClose={close} />}
      {asked === 'rebuild' && <Rebuild open={open} onClose={close} />}
      {asked === 'drop' && <Drop open={open} onClose={close} />}
    </Sheet>
  )
}

function titleOf({ batch: { status, isSigned } }: OpenBatch): string {
  if (status === 'sent') return 'On its way'
  return isSigned ? 'Send it' : 'Have it signed'
}
