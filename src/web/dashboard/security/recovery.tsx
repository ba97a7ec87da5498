import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useRenewRecoveryCodesMutation } from '../../api/security.ts'
import { useSite } from '../../site.ts'
import { useCopy } from '../../ui/copy-text.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from './security.module.css'
import { useFactorChange, type OnCodes } from './change.ts'

/** How many are left, and new ones for them. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: OnCodes }) {
  const [asked, setAsked] = useState(false)
  const [renew] = useRenewRecoveryCodesMutation()
  const { change, busy } = useFactorChange(() => renew(), onCodes)
  async function confirm() {
    if ((await change(undefined)) === null) setAsked(false)
  }
  return (
    <section className={styles.part}>
      <h3>Recovery codes</h3>
      <p className="small">
        {leftWords(left)} Each signs you in once, if you lose your second factor.
      </p>
      <div>
        <Button variant="default" onClick={() => setAsked(true)} disabled={busy}>
          New recovery codes
        </Button>
      </div>
      <Question
        title="Make new recovery codes?"
        open={asked}
        onClose={() => setAsked(false)}
        confirm="Make new ones"
        busyText="Processing..."
        busy={busy}
        onConfirm={() => void confirm()}
      >
        <p>
          The codes you have will no longer work, and your other sessions end. The new ones are
          shown only once.
        </p>
      </Question>
    </section>
  )
}

function leftWords(left: number): string {
  if (left === 0) return 'None is left.'
  return left === 1 ? 'One is left.' : `${left} are left.`
}

const unkept = {
  title: 'Have you saved your recovery codes?',
  text: 'They are shown only now. Without them, a lost second factor keeps you out of your account.',
}

/** New codes, shown until the person says that they are saved: they can't be shown again. */
export function GivenCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const { copy, outcome } = useCopy(codes.join('\n'))
  const { name } = useSite()
  useUnsaved(true, unkept)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={styles.given}
      role="group"
      aria-label="Your recovery codes"
    >
      <Sheet title="Your recovery codes" lit narrow>
        <div className="stack">
          <p>
            Keep them somewhere other than on your phone. Each signs you in once in place of your
            second factor. They are shown only now.
          </p>
          <ol className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <div className="row">
            <Button variant="default" onClick={() => void copy()}>
              Copy
            </Button>
            <Button variant="default" onClick={() => download(`${name}: recovery codes`, codes)}>
              Download
            </Button>
            <Button onClick={onKept}>I have saved them</Button>
          </div>
          <p className="caption" role="status">
            {outcome === 'copied' && 'Copied!'}
            {outcome === 'refused' &&
              'The browser did not allow copying. Select the codes and copy them by hand.'}
          </p>
        </div>
      </Sheet>
    </div>
  )
}

function download(title: string, codes: string[]): void {
  const file = URL.createObjectURL(
    new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  )
  Object.assign(document.createElement('a'), { href: file, download: 'recovery-codes.txt' }).click()
  URL.revokeObjectURL(file)
}
