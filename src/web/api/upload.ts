/** Sends the bytes of a file, and tells how far it has come: `fetch` doesn't say. */
import { addDocument, type FileKind, type ShownDocument } from '../../contract/document.ts'
import { fullPath } from '../../contract/endpoint.ts'
import { newKey } from './base-query.ts'
import { noAnswerToChange, type Failure } from './failure.ts'

/** A file that somebody chose. Sent again it carries the same key: it is added at most once. */
export type Upload = { file: Blob; kind: FileKind; key: string }

export const newUpload = (file: Blob, kind: FileKind): Upload => ({ file, kind, key: newKey() })

type Sending = {
  /** From 0 to 1. */
  onProgress(sent: number): void
  /** Stops it: nothing is kept of what was sent. */
  signal: AbortSignal
}

/** Longer than the server lets a file take. */
const patienceMs = 60_000

const noAnswer = (status: 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR'): Failure => ({
  status,
  error: noAnswerToChange[status],
})

function answerOf(request: XMLHttpRequest): ShownDocument {
  let body: Failure['data'] & { data?: { document: ShownDocument } }
  try {
    body = JSON.parse(request.responseText)
  } catch {
    throw noAnswer('PARSING_ERROR')
  }
  if (request.status === 201 && body.data) return body.data.document
  throw { status: request.status, data: body } satisfies Failure
}

/** Throws a `Failure`; one that was stopped rejects with the reason of the signal. */
export function sendUpload(
  { file, kind, key }: Upload,
  { onProgress, signal }: Sending,
): Promise<ShownDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ShownDocument>()
  const request = new XMLHttpRequest()
  request.open('POST', `${fullPath(addDocument)}?kind=${kind}`)
  request.timeout = patienceMs
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.setRequestHeader('Idempotency-Key', key)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  request.addEventListener('load', () => {
    try {
      resolve(answerOf(request))
    } catch (failure) {
      reject(failure)
    }
  })
  request.addEventListener('error', () => reject(noAnswer('FETCH_ERROR')))
  request.addEventListener('timeout', () => reject(noAnswer('TIMEOUT_ERROR')))
  request.addEventListener('abort', () => reject(signal.reason))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}
