import {
  documentKinds,
  maxAdded,
  maxBytesADay,
  maxDocumentsADay,
  type FileKind,
} from '../../contract/document.ts'
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessOpen,
  refuseUnlessVerified,
} from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { numberIfAny, subjectOf, textOf, Unexplained } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { presentDocument } from './present.ts'
import { countedOf, documents, documentViews, isKept, viewsOf, type Document } from './table.ts'

/** The bytes of this row are deleted. */
export const deleteContent = defineEffect<string>('delete-document-content')

/** `content`: the row in which the bytes already are, locked. `mustBeVerified`: nothing is added before the email address is verified. */
export type AddDocument = {
  owner: OwnerId
  kind: FileKind
  content: string
  mediaType: string
  size: number
  digest: string
  pages: number
  mustBeVerified: boolean
}

const numberOf = (kept: Parameters<typeof numberIfAny>[0], name: string): number => {
  const value = numberIfAny(kept, name)
  if (value === undefined) throw new Unexplained(`${kept.kind} has no ${name}`)
  return value
}

function refusalOfAnother(
  mine: readonly Document[],
  { size, kind }: AddDocument,
  at: Instant,
): Refusal | null {
  // What waits to go with a message takes no place of what waits to be sent in.
  const isBeside = (one: Document) => (one.kind === 'message') === (kind === 'message')
  if (mine.filter((one) => one.status === 'added' && isBeside(one)).length >= maxAdded)
    return refuse('too_many_documents')
  const today = mine.filter(({ addedAt }) => addedAt > at - dayMs)
  const bytes = today.reduce((sum, one) => sum + one.size, size)
  return today.length >= maxDocumentsADay || bytes > maxBytesADay ? refuse('documents_today') : null
}

/** Of a frozen account too: what staff ask for may be what unfreezes it. */
export const addDocument = defineCommand<AddDocument>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      kind: textOf(kept, 'documentKind') as FileKind,
      content: textOf(kept, 'content'),
      mediaType: textOf(kept, 'mediaType'),
      size: numberOf(kept, 'size'),
      digest: textOf(kept, 'digest'),
      pages: numberOf(kept, 'pages'),
      mustBeVerified: kept.input.mustBeVerified === true,
    },
  }),
  journal: (c) => ({
    documentKind: c.kind,
    content: c.content,
    mediaType: c.mediaType,
    size: c.size,
    digest: c.digest,
    pages: c.pages,
    ...(c.mustBeVerified ? { mustBeVerified: true } : {}),
  }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [reading(countedOf, c.owner)] }),
  decide(world, c, { id, at }) {
    const owner = world.owners.get(c.owner)
    const refusal =
      refuseUnlessOpen(owner) ??
      refuseUnlessVerified(owner, c.mustBeVerified) ??
      refusalOfAnother(world.rowsOf(documents, c.owner), c, at)
    if (refusal) return refusal
    const { mustBeVerified: _, ...given } = c
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'document-added' }],
      put: [
        documents.row({
          ...given,
          id,
          addedAt: at,
          status: 'added',
          verification: null,
          submittedAt: null,
          message: null,
        }),
      ],
    }
  },
  reply: (world, _, { id }) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Document added',
      data: { document: presentDocument(world.get(documents, id)!) },
    },
  }),
})

export type RemoveDocument = { owner: OwnerId; document: string }

export const removeDocument = defineCommand<RemoveDocument>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), document: textOf(kept, 'document') } }),
  journal: (c) => ({ document: c.document }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [documents.byId(c.document)] }),
  decide(world, c) {
    const refusal = refuseUnlessOpen(world.owners.get(c.owner))
    if (refusal) return refusal
    const document = world.get(documents, c.document)
    if (!document || document.owner !== c.owner || !isKept(document))
      return refuse('unknown_document')
    if (document.status === 'submitted') return refuse('document_submitted')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'document-removed' }],
      put: [documents.row({ ...document, status: 'removed' })],
      facts: { documentKind: document.kind },
      effects: [deleteContent(document.content)],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'Document removed' } }),
})

const ownerOfDocument = (id: string): Lookup<OwnerId> => ({
  name: 'document',
  text: 'select owner_id as owner from documents where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(documents, id)?.owner ?? null,
})

/** A person is told of each member of staff and document so often. */
const toldEachMs = 3_600_000

export type ViewDocument = { document: string }

/**
 * Recorded each time, in the chain of whoever opens it; in the person's activity once an hour. Nobody opens their own: who
 * looks at a document decides about its owner, and an owner has the original.
 */
type Viewing = {
  may: 'read-cases' | 'read-people'
  kinds: readonly FileKind[]
  told: 'document-viewed' | 'message-file-viewed'
}

const viewing = ({ may, kinds, told }: Viewing) =>
  defineStaffCommand<ViewDocument, OwnerId>({
    may,
    recall: (kept, world) => {
      const document = textOf(kept, 'document')
      return { command: { document }, found: world.get(documents, document)?.owner ?? null }
    },
    journal: (c) => ({ document: c.document }),
    lookup: (c) => ownerOfDocument(c.document),
    subject: (_, owner) => owner,
    needs: (c, owner) => ({
      owners: owner ? [owner] : [],
      read: [documents.byId(c.document), reading(viewsOf, c.document)],
    }),
    decide(world, c, { at, actor, found: owner }) {
      if (actor === null) return refuse('forbidden')
      const document = world.get(documents, c.document)
      const isSent = document?.kind !== 'message' || document.message !== null
      if (!document || !owner || !isKept(document) || !kinds.includes(document.kind) || !isSent)
        return refuse('unknown_document')
      if (owner === actor) return refuse('not_on_yourself')
      const viewer = actor!
      const last = world
        .rowsOf(documentViews, owner)
        .find((view) => view.document === document.id && view.viewer === viewer)
      const facts = { documentKind: document.kind }
      // What was submitted since is opened anew: a decision on it counts no opening of before.
      const isToldOf = last && last.viewedAt >= (document.submittedAt ?? 0)
      if (isToldOf && last.viewedAt > at - toldEachMs) return { postings: [], activity: [], facts }
      return {
        postings: [],
        facts,
        activity: [{ owner, kind: told }],
        put: [documentViews.row({ document: document.id, viewer, owner, viewedAt: at })],
      }
    },
    reply: (world, c) => ({
      status: 200,
      body: {
        status: 'success',
        data: { document: presentDocument(world.get(documents, c.document)!) },
      },
    }),
  })

/** What somebody sent to be verified by. */
export const viewDocument = viewing({
  may: 'read-cases',
  kinds: documentKinds,
  told: 'document-viewed',
})

/** What came with a message. */
export const viewMessageFile = viewing({
  may: 'read-people',
  kinds: ['message'],
  told: 'message-file-viewed',
})
