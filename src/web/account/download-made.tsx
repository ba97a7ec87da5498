import { Button } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '../api/failure.ts'
import { useSend, type Trigger } from '../api/use-send.ts'
import { sayDownload } from '../ui/download.ts'
import { Note } from '../ui/states.tsx'

type DownloadMadeProps = {
  id: string
  /** Answers a link that is good for a moment. */
  open: Trigger<string, { data: { link: string } }>
  label: string
  /** Said where the server says nothing. */
  failed: string
}

/** Hands out a file that was made in the background. */
export function DownloadMade({ id, open, label, failed }: DownloadMadeProps) {
  const { send, busy } = useSend(open)
  const [problem, setProblem] = useState<string | null>(null)
  async function download() {
    setProblem(null)
    const outcome = await send(id)
    if (!outcome) return
    if (outcome.failure) return setProblem(failureText(outcome.failure, failed))
    const { link } = outcome.data.data
    // The link names it as an attachment: the page stays.
    Object.assign(document.createElement('a'), { href: link, download: '' }).click()
    sayDownload()
  }
  return (
    <>
      {problem && <Note tone="bad">{problem}</Note>}
      <div>
        <Button
          variant="default"
          onClick={() => void download()}
          disabled={busy}
          aria-label={label}
        >
          {busy ? 'Processing...' : 'Download'}
        </Button>
      </div>
    </>
  )
}
