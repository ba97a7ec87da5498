import { Button, Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { failureText } from '../../api/failure.ts'
import { useLazyPayoutFileQuery, useSignPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from '../coin-payouts/coin-payouts.module.css'
import { save, useFile } from '../coin-payouts/file.ts'
import own from './payout-batches.module.css'
import { bytesOfBase64, textOfSigned } from './signed-text.ts'

/** What goes to a signer: with the signatures that there are already. */
export function ToSign({ id }: { id: string }) {
  const [ask] = useLazyPayoutFileQuery()
  const { hand, busy, problem, said } = useFile(ask)
  return (
    <section className={styles.part}>
      <h3>1. Take it to a signer</h3>
      <p>
        The file is a PSBT, as Electrum, Sparrow, Specter and hardware wallets read it. The signer
        shows whom it pays: compare each address and amount with the list below, on the signer’s own
        screen. What is left of the coins leads back to the wallet, which the signer marks as its
        own.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
      <div className="row">
        <Button
          disabled={busy}
          onClick={() =>
            void hand(
              id,
              ({ name, psbt }) => save(name, bytesOfBase64(psbt)),
              'Your browser saves it.',
            )
          }
        >
          Download the PSBT
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            void hand(id, ({ psbt }) => navigator.clipboard.writeText(psbt), 'Copied!')
          }
        >
          Copy it as text
        </Button>
        <span className="caption" role="status">
          {said}
        </span>
      </div>
    </section>
  )
}

type Chosen = { name: string; signed: string }

/** What comes back from a signer: a file or pasted, compared with what was built by the server. */
export function SignedFile({ id }: { id: string }) {
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, choose] = useState<Chosen | null>(null)
  const [pasted, paste] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sign] = useSignPayoutBatchMutation()
  const { send, busy } = useSend(sign)
  useUnsaved(pasted !== '')
  function forget() {
    choose(null)
    paste('')
    if (input.current) input.current.value = ''
  }
  async function upload() {
    const signed = pasted.trim() || chosen?.signed
    if (!signed) return setProblem('Choose the signer’s file, or paste its text.')
    const outcome = await send({ id, bytes: signed })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was kept. Please try again.'))
    setProblem(null)
    forget()
    toastGood(outcome.data.message)
  }
  return (
    <section className={styles.part}>
      <h3>2. Upload the signed file</h3>
      <p>
        A PSBT with signatures, or the finished transaction. With several signers, upload each file
        by itself. It is compared with what was built, output by output: anything else is refused.
      </p>
      <div className={styles.part}>
        <label htmlFor={field}>File of the signer</label>
        <input
          ref={input}
          className={own.file}
          id={field}
          type="file"
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            setProblem(null)
            choose(file ? { name: file.name, signed: await textOfSigned(file) } : null)
          }}
        />
      </div>
      <Textarea
        className={own.pasted}
        label="Or paste the text (base64 or hex)"
        rows={3}
        autoComplete="off"
        spellCheck={false}
        value={pasted}
        onChange={(event) => {
          setProblem(null)
          paste(event.currentTarget.value)
        }}
      />
      {problem && <Note tone="bad">{problem}</Note>}
      <div className="row">
        <Button disabled={busy} onClick={() => void upload()}>
          {busy ? 'Comparing...' : 'Upload signed file'}
        </Button>
      </div>
    </section>
  )
}
