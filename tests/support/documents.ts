/** Documents: added without bytes that anybody looks at, which is what verifying people is about, or sent as a browser does. */
import { createHash, randomUUID } from 'node:crypto'
import type { DocumentKind } from '../../src/contract/document.ts'
import { checksFor } from '../../src/contract/verification.ts'
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

/** Opens what was sent in, as each member of staff does who decides on it. */
export async function openPapers(
  { run, database }: TestHouse,
  verification: string,
  ...staff: readonly string[]
): Promise<void> {
  const { rows } = await database.owner.query<{ documents: string }>(
    'select documents from verifications where id = $1',
    [verification],
  )
  for (const document of rows[0]?.documents.split(' ') ?? [])
    for (const who of staff) await run('ViewDocument', { document }, who)
}

/** The same over HTTP. */
export async function openCase(staff: Client, id: string): Promise<void> {
  const { verification } = await staff.ok('GET', `/verifications/${id}`)
  for (const document of verification.documents)
    await staff.ok('POST', `/documents/${document.id}/view`)
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

/** Who they are, sent in over HTTP with two photos; answers the id of the case. */
export async function sendWhoTheyAre(client: Client): Promise<string> {
  const documents = [await sendDocument(client, 'identity'), await sendDocument(client, 'address')]
  await client.ok('POST', '/verification', {
    legalName: client.user.fullName,
    birthDate: '1990-04-23',
    country: 'DE',
    address: 'Example Street 1\n10115 Berlin',
    documents,
  })
  return (await client.ok('GET', '/verification')).lastCase.id
}

/** Whom no limit of those who aren't verified holds. */
export async function haveVerified(client: Client, admin: Client): Promise<void> {
  const id = await sendWhoTheyAre(client)
  const until = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10)
  await openCase(admin, id)
  await admin.ok('POST', `/verifications/${id}/approval`, approval(until))
}

/** What whoever verifies somebody sends: everything is confirmed, and the number is nobody else's. */
export const approval = (until: string, given: object = {}) => ({
  until,
  checks: (['identity', 'address'] as const).flatMap(checksFor),
  identity: { number: randomUUID(), expiresOn: null },
  ...given,
})
