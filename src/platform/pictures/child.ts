/**
 * The process in which strangers' files are decoded: a fault in a decoder ends it, and nothing else. It has no setting, no
 * secret and no connection, may write no file and start no program, and ends with whoever started it.
 */
import { judgePdf, pictureOfPage } from './pdf-pages.ts'
import { madeAnew } from './picture.ts'
import { kindOf } from './recognise.ts'
import type { Accepted, Answer, Refused, Task } from './task.ts'

async function accept(bytes: Uint8Array): Promise<Accepted | Refused> {
  const kind = await kindOf(bytes)
  if (kind === 'picture') return madeAnew(bytes)
  return kind === 'pdf' ? judgePdf(bytes) : kind
}

async function answerTo(task: Task): Promise<Answer> {
  const made =
    task.what === 'accept' ? await accept(task.bytes) : await pictureOfPage(task.bytes, task.page)
  if (typeof made === 'string') return { refused: made }
  return 'mediaType' in made ? { accepted: made } : { picture: made }
}

/** What goes wrong with a file is the file's fault here, and PDFium isn't used again after it. */
async function work(task: Task): Promise<void> {
  try {
    process.send!(await answerTo(task))
  } catch (error) {
    process.send!({ refused: 'damaged' } satisfies Answer, () => {
      if ((error as Error).name === 'RuntimeError') process.exit()
    })
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (task: Task) => void work(task))
process.send!({ loaded: true })
