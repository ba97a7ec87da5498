/** A person sends in who they are, with the documents that show it. */
import type { Refusal } from '../../contract/problems.ts'
import { defineCommand, refuse, refuseUnlessOpen, said } from '../../desk/command.ts'
import { fitted, subjectOf, textOf, wordsOf, type Fitted } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { documents, type Document } from '../documents/table.ts'
import { mail } from './mails.ts'
import { bornBy, maySubmit, openCase, verificationOf } from './state.ts'
import { cases, casesIn, casesOf } from './table.ts'

/** Whom the firm serves, out of its pack; `countries` null: people anywhere but in those of `notServed`. */
export type Served = {
  minimumAge: number
  countries: readonly string[] | null
  notServed: readonly string[]
}

export const isServed = (country: string, { countries, notServed }: Served): boolean =>
  !notServed.includes(country) && (countries === null || countries.includes(country))

export type SubmitVerification = {
  owner: OwnerId
  legalName: string
  birthDate: string
  country: string
  address: string
  documents: readonly string[]
  served: Served | Fitted
}

export type CheckCountry = { owner: OwnerId; country: string; served: Served | Fitted }

/** Whoever lives where the firm serves nobody hears so before anything is asked of them; where they live isn't kept. */
export const checkCountry = defineCommand<CheckCountry>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), country: '', served: fitted } }),
  journal: () => ({}),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner] }),
  decide(world, { owner, country, served }) {
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    return served === fitted || isServed(country, served)
      ? { postings: [], activity: [] }
      : refuse(
          'country_not_served',
          'We cannot serve people who live in this country, so please don’t send us any documents. Nothing was stored but this question.',
        )
  },
  reply: () => said(200, 'We serve people who live there.'),
})

/** Why nothing can be sent in now. */
function refusalOfState(world: World, owner: OwnerId, at: Instant): Refusal | null {
  const all = casesIn(world, owner)
  if (verificationOf(all, at).isFinal) return refuse('finally_refused')
  if (openCase(all)) return refuse('verification_open')
  return maySubmit(all, at) ? null : refuse('already_verified')
}

function refusalOfPerson(
  { birthDate, country, served }: SubmitVerification,
  at: Instant,
): Refusal | null {
  if (served === fitted) return null
  if (birthDate > bornBy(at, served.minimumAge))
    return refuse(
      'too_young',
      `You must be at least ${served.minimumAge} years old. Nothing was submitted.`,
    )
  return isServed(country, served) ? null : refuse('country_not_served')
}

/** Their own, not removed; what was sent in before can be sent in again. */
function documentsIn(
  world: World,
  { owner, documents: ids }: SubmitVerification,
): Document[] | null {
  const found = [...new Set(ids)].map((id) => world.get(documents, id))
  const areTheirs = found.every(
    (one) =>
      one !== undefined &&
      one.owner === owner &&
      one.kind !== 'message' &&
      (one.status === 'added' || one.status === 'submitted'),
  )
  return areTheirs ? (found as Document[]) : null
}

export const submitVerification = defineCommand<SubmitVerification>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      legalName: wordsOf(kept, 'legalName'),
      birthDate: wordsOf(kept, 'birthDate'),
      country: wordsOf(kept, 'country'),
      address: wordsOf(kept, 'address'),
      documents: textOf(kept, 'documents').split(' '),
      served: fitted,
    },
  }),
  journal: (c) => ({ documents: [...new Set(c.documents)].join(' ') }),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    read: [casesOf(c.owner), ...[...new Set(c.documents)].map((id) => documents.byId(id))],
  }),
  decide(world, c, { id, at }) {
    const refusal =
      refuseUnlessOpen(world.owners.get(c.owner)) ??
      refusalOfState(world, c.owner, at) ??
      refusalOfPerson(c, at)
    if (refusal) return refusal
    const sent = documentsIn(world, c)
    if (sent === null) return refuse('unknown_document')
    if (
      !sent.some(({ kind }) => kind === 'identity') ||
      !sent.some(({ kind }) => kind === 'address')
    )
      return refuse('documents_missing')
    const { owner, legalName, birthDate, country, address } = c
    return {
      postings: [],
      activity: [{ owner, kind: 'verification-submitted' }],
      put: [
        cases.row({
          id,
          owner,
          legalName,
          birthDate,
          country,
          address,
          documents: sent.map((one) => one.id).join(' '),
          submittedAt: at,
          status: 'submitted',
          isFinal: false,
          reason: null,
          decidedAt: null,
          decidedBy: null,
          verifiedBy: null,
          verifiedUntil: null,
          finalReason: null,
          checks: null,
        }),
        ...sent.map((one) =>
          documents.row({
            ...one,
            status: 'submitted',
            verification: one.verification ?? id,
            submittedAt: at,
          }),
        ),
      ],
      texts: { legalName, birthDate, country, address },
      effects: [mail({ owner, template: 'verification-submitted', values: {} })],
    }
  },
  reply: () => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Submitted. We’ll email you the result.',
      data: { state: 'submitted' },
    },
  }),
})
