/** What people send of themselves, thought again: so many that wait, so much a day, and who of the staff has opened it. */
import { mayGive } from './model-roles.ts'
import type { Document } from '../../src/domains/documents/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'

const hour = 60 * 60 * 1000
const megabyte = 1024 * 1024

const isKept = ({ status }: Document) => status === 'added' || status === 'submitted'

const shown = ({ id, kind, mediaType, size, pages, addedAt, status }: Document) => ({
  id,
  kind,
  mediaType,
  size,
  pages,
  addedAt: new Date(addedAt).toISOString(),
  status,
})

export class Documents extends Part {
  add({ mustBeVerified, ...given }: CommandOf<'AddDocument'>, by: By): Outcome {
    const person = this.house.holder(given.owner)
    if ('code' in person) return person
    if (mustBeVerified && !person.emailVerified) return no('email_unverified')
    const mine = this.house.documents.filter(({ owner }) => owner === given.owner)
    if (mine.filter(({ status }) => status === 'added').length >= 10)
      return no('too_many_documents')
    const today = mine.filter(({ addedAt }) => by.at - addedAt < 24 * hour)
    const bytes = today.reduce((sum, { size }) => sum + size, given.size)
    if (today.length >= 30 || bytes > 60 * megabyte) return no('documents_today')
    const document: Document = {
      ...given,
      id: by.id,
      addedAt: by.at,
      status: 'added',
      verification: null,
      submittedAt: null,
      message: null,
    }
    this.house.documents.push(document)
    this.house.enter(person, 'document-added', by.at)
    return {
      status: 201,
      body: { status: 'success', message: 'Document added', data: { document: shown(document) } },
    }
  }

  remove({ owner, document: id }: CommandOf<'RemoveDocument'>, by: By): Outcome {
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const document = this.house.documents.find((one) => one.id === id)
    if (document?.owner !== owner || !isKept(document)) return no('unknown_document')
    if (document.status === 'submitted') return no('document_submitted')
    document.status = 'removed'
    this.house.enter(person, 'document-removed', by.at)
    return said(200, 'Document removed')
  }

  view({ document: id }: CommandOf<'ViewDocument'>, { actor, at }: By): Outcome {
    const viewer = this.house.person(actor)
    if (!viewer) return no('forbidden')
    if (viewer.status === 'frozen') return no('staff_frozen')
    if (viewer.status === 'closed') return no('account_closed')
    if (!mayGive(viewer, 'ViewDocument')) return no('forbidden')
    const document = this.house.documents.find((one) => one.id === id)
    if (!document || !isKept(document)) return no('unknown_document')
    if (document.owner === actor) return no('not_on_yourself')
    this.#note(document, viewer.id, at)
    return { status: 200, body: { status: 'success', data: { document: shown(document) } } }
  }

  /** The person reads of it once an hour, and anew once it was sent in again. */
  #note({ id, owner, submittedAt }: Document, viewer: string, at: number): void {
    const { views } = this.house
    const last = views.find((view) => view.document === id && view.viewer === viewer)
    if (last && at - last.viewedAt < hour && last.viewedAt >= (submittedAt ?? 0)) return
    if (last) last.viewedAt = at
    else views.push({ document: id, viewer, owner, viewedAt: at })
    this.house.enter(this.house.person(owner)!, 'document-viewed', at)
  }
}
