/** Documents: added without bytes that anybody looks at, which is what verifying people is about, or sent as a browser does. */
import { createHash, randomUUID } from 'node:crypto'
import type { DocumentKind } from '../../src/contract/document.ts'
import { basePath } from '../../src/contract/endpoint.ts'
import type { Client } from './client.ts'
import { photo } from './files.ts'
import type { TestHouse } from './house.ts'

/** One that this person added; answers its id. */
export async function addDocument(
  { run }: TestHouse,
  owner: string,
  kind: DocumentKind,
): Promise<string> {
  const [id, content] = [randomUUID(), randomUUID()]
  const digest = createHash('sha256').update(content).digest('hex')
  const file = { content, mediaType: 'image/jpeg', size: 1000, digest, pages: 1 }
  const { status } = await run('AddDocument', { owner, kind, ...file }, owner, { id })
  if (status !== 201) throw new Error(`The document was not added: ${status}`)
  return id
}

/** A photo that somebody adds over HTTP; answers its id. */
export async function sendDocument({ url, token }: Client, kind: DocumentKind): Promise<string> {
  const reply = await fetch(`${url}${basePath}/documents?kind=${kind}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(await photo()),
  })
  if (reply.status !== 201) throw new Error(`The document was not added: ${await reply.text()}`)
  return ((await reply.json()) as { data: { document: { id: string } } }).data.document.id
}
