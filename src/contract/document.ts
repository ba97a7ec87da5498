/** What people send of themselves, for staff to look at. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, success } from './fields.ts'

export const documentKinds = ['identity', 'address', 'income'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** The files of messages lie beside those that people are verified by, and verify nobody. */
export const fileKinds = [...documentKinds, 'message'] as const
export type FileKind = (typeof fileKinds)[number]
/** What people read for each. */
export const documentWords: Record<FileKind, string> = {
  identity: 'Identity card or passport',
  address: 'Proof of address',
  income: 'Proof of income',
  message: 'File of a message',
}
export type DocumentStatus = 'added' | 'submitted' | 'removed' | 'erased'

/** In bytes. */
export const largestDocument = 10 * 1024 * 1024
export const maxAdded = 10
/** In a day: bytes as they are kept, and documents. */
export const maxBytesADay = 60 * 1024 * 1024
export const maxDocumentsADay = 30
/** Of a PDF staff are shown so many pages. */
export const maxPagesShown = 20

const kind = z.enum(fileKinds, 'kind is identity, address, income or message')

export const document = z.strictObject({
  id: z.string(),
  kind,
  mediaType: z.enum(['image/jpeg', 'application/pdf']),
  size: z.int().meta({ description: 'In bytes, as it is kept' }),
  pages: z.int(),
  addedAt: instant,
  status: z.enum(['added', 'submitted']).meta({
    description: 'Whether it is still to be submitted, or was; one that is added can be removed',
  }),
})
export type ShownDocument = z.infer<typeof document>

const listReply = z.strictObject({
  status: success,
  data: z.strictObject({ documents: z.array(document) }),
})
const params = z.strictObject({ id })
const link = z.string('link is required').max(400, 'This is not a link')

export const addDocument = defineEndpoint({
  method: 'POST',
  path: '/documents',
  access: 'investor',
  status: 201,
  keyed: true,
  bytes: true,
  largestBody: largestDocument,
  summary:
    'Adds a document of your own: the bytes of a photo (JPEG, PNG, WebP) or of a PDF. A photo is made anew from its pixels; a PDF is kept as it came',
  query: z.strictObject({ kind }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ document }),
  }),
})

export const getDocuments = defineEndpoint({
  method: 'GET',
  path: '/documents',
  access: 'investor',
  summary:
    'Your documents, newest first, but the files of messages that were sent: what they are, not what is in them',
  reply: listReply,
})

export const removeDocument = defineEndpoint({
  method: 'DELETE',
  path: '/documents/:id',
  access: 'investor',
  keyed: true,
  summary: 'Removes one of your documents that wasn’t submitted; its bytes are deleted',
  params,
  reply: messageReply,
})

export const getUserDocuments = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/documents',
  access: 'read-cases',
  summary: 'The documents that a user added, newest first: what they are, not what is in them',
  params: z.strictObject({ userId: id }),
  reply: listReply,
})

export const viewDocument = defineEndpoint({
  method: 'POST',
  path: '/documents/:id/view',
  access: 'read-cases',
  summary:
    'Opens a user’s document: the user sees who did, once an hour. The links are good for this session and for a minute',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      document,
      links: z.strictObject({
        pages: z.array(z.string()).meta({
          description: `Pictures of its pages, of the first ${maxPagesShown} at most`,
        }),
        file: z.string().nullable().meta({ description: 'A PDF as it came; null for a photo' }),
      }),
      goodUntil: instant,
    }),
  }),
})

export const getDocumentPage = defineEndpoint({
  method: 'GET',
  path: '/documents/:id/pages/:page',
  access: 'read-cases',
  summary: 'A picture of one page of a document, by a link that POST /documents/{id}/view gave',
  params: z.strictObject({
    id,
    page: z
      .string()
      .regex(/^[1-9]\d?$/, 'page is a number from 1 on')
      .transform(Number),
  }),
  query: z.strictObject({ link }),
  reply: { media: 'image/jpeg' },
})

export const getDocumentFile = defineEndpoint({
  method: 'GET',
  path: '/documents/:id/file',
  access: 'read-cases',
  summary: 'A PDF as it came, by a link that POST /documents/{id}/view gave',
  params,
  query: z.strictObject({ link }),
  reply: { media: 'application/pdf' },
})
