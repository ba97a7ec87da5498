import { useState } from 'react'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'

export function save(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Asks for a file and hands it over; then says `done`, or what was in the way. */
export function useFile<F>(ask: (id: string) => { unwrap(): Promise<{ data: F }> }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [said, say] = useState('')
  const { send, busy } = useSend(ask)
  async function hand(id: string, over: (file: F) => unknown, done: string) {
    const outcome = await send(id)
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'There is no file. Please try again.'))
    setProblem(null)
    try {
      await over(outcome.data.data)
      say(done)
    } catch {
      setProblem('The browser did not allow copying. Download the file instead.')
    }
  }
  return { hand, busy, problem, said }
}
