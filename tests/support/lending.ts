/** Loans over HTTP: somebody who is verified and asks, and two of staff who lend. */
import { randomUUID } from 'node:crypto'
import type { LoanOffer } from '../../src/contract/loan.ts'
import { chargeLoans } from '../../src/domains/loans/due.ts'
import { callToAgree } from './agreements.ts'
import type { TestDatabase } from './database.ts'
import { addDocument, approval, openPapers } from './documents.ts'
import type { TestHouse } from './house.ts'
import { api, ask, signUpSomebody, type createTestApp } from './http.ts'

type App = Awaited<ReturnType<typeof createTestApp>>
export type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** The specification's. */
export const offer: LoanOffer = {
  smallestCents: '500000',
  largestCents: '5000000',
  minMonths: 12,
  maxMonths: 36,
  yearlyRate: 500,
  securityPercent: 15,
  lateFeeCents: '5000',
  graceDays: 5,
  applyAt: 'here',
  approval: '2-3 business days',
  documents: ['Proof of income'],
}

export function lendingBy(app: App, house: TestHouse, database: TestDatabase) {
  const post = (who: Somebody, path: string, payload?: object) =>
    ask(app, 'POST', api + path, {
      token: who.token,
      headers: { 'idempotency-key': randomUUID() },
      ...(payload ? { payload } : {}),
    })
  const get = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
  type Reply = Awaited<ReturnType<typeof post>>

  /** Somebody whose identity and address `by` has looked at; `number` is that of the document. */
  async function borrower(by: Somebody, number: string = randomUUID()): Promise<Somebody> {
    const ada = await signUpSomebody(app, { fullName: 'Ada Borrower' })
    const documents = [
      await addDocument(house, ada.id, 'identity'),
      await addDocument(house, ada.id, 'address'),
    ]
    const entered = {
      ...{ legalName: 'Ada Borrower', birthDate: '1990-04-23', country: 'DE' },
      address: 'Example Street 1',
    }
    await post(ada, '/verification', { ...entered, documents })
    const { id } = (await get(ada, '/verification')).body.data.lastCase
    await openPapers(house, id, by.id)
    const until = new Date(Date.now() + 3_000 * 86_400_000).toISOString().slice(0, 10)
    const identity = { number, expiresOn: null }
    await post(
      by,
      `/verifications/${id}/approval`,
      approval(until, { identity, sameNumberSeen: true }),
    )
    return ada
  }

  async function apply(ada: Somebody, given: object = {}): Promise<Reply> {
    const incomeDocumentId = await addDocument(house, ada.id, 'income')
    const shown = { yearlyRate: 500, securityPercent: 15 }
    return post(ada, '/loans/applications', {
      ...{ amount: 10_000, months: 12, incomeDocumentId, shown },
      ...given,
    })
  }
  const own = async (ada: Somebody) => (await get(ada, '/loans')).body.data
  /** Each opens the proof of income. */
  async function openIncome(application: string, ...staff: readonly Somebody[]) {
    const shown = await get(staff[0]!, `/loan-applications/${application}`)
    const document = shown.body.data.application.incomeDocumentId
    for (const { id } of staff) await house.run('ViewDocument', { document }, id)
  }
  const agree = (who: Somebody, proposed: Reply) => post(who, ...callToAgree(proposed))
  /** Asked for, looked at, and lent; answers the loan as its borrower reads it. */
  async function lent(ada: Somebody, [one, two]: readonly [Somebody, Somebody], given?: object) {
    const asked = (await apply(ada, given)).body.data.application.id
    await openIncome(asked, one, two)
    const proposed = await post(one, `/loan-applications/${asked}/approval`, {})
    const agreed = await agree(two, proposed)
    if (agreed.status !== 200) throw new Error(`It was not lent: ${agreed.text}`)
    return (await own(ada)).loans[0]
  }
  const charge = () => chargeLoans({ pool: database.pool, desk: house.desk })
  return { post, get, borrower, apply, own, openIncome, agree, lent, charge }
}
