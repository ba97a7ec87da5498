/** Everybody of the matrix of roles in a house of their own, what its rows speak of, and how it is asked. */
import { agreementToEntry } from '../support/agreements.ts'
import { hash, randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { builtInRoles, type BuiltInRole } from '../../src/contract/roles.ts'
import type { FileKind } from '../../src/contract/document.ts'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { linkTo as linkToArchive } from '../../src/domains/archives/links.ts'
import { linkTo as linkToPack } from '../../src/domains/evidence-packs/links.ts'
import { keepContent, ofDocument } from '../../src/domains/documents/contents.ts'
import { linksTo } from '../../src/domains/documents/links.ts'
import { sessionsOf } from '../../src/domains/sign-in/parts.ts'
import { newToken } from '../../src/domains/sign-in/session-token.ts'
import type { Policy } from '../../src/platform/policy.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import { invitationOf } from '../../src/domains/staff-invitations/link.ts'
import { sign } from '../../src/platform/signed.ts'
import { pairOf } from '../../src/domains/checks/finding.ts'
import { macOf } from '../../src/platform/mac.ts'
import { agreementTo, waiting } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { pdfOf, photo } from '../support/files.ts'
import { addDocument, openPapers } from '../support/documents.ts'
import { believe } from '../support/believe.ts'
import { createHouse, seedPlans, type TestHouse } from '../support/house.ts'
import {
  ask,
  createTestApp,
  testContext,
  signUpSomebody,
  verified,
  verifyLinkOf,
} from '../support/http.ts'
import { fileOf, keepImport } from '../support/importing.ts'
import { inviteByMail } from '../support/invitations.ts'
import { madeFinding } from '../support/listed.ts'
import { mailedLink } from '../support/mailed-links.ts'
import { setRole, testMacKeys, testSecret } from '../support/stamp.ts'
import { callers, things, type Caller, type Row, type Thing } from './matrix.ts'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

export type Asked = {
  method: string
  url: string
  body?: string | Buffer
  token?: string
  /** The idempotency key; a new one where it isn't given. */
  key?: string
}
/** `code` where the reply is a problem. */
export type Answer = { status: number; code?: string }

/** As a client of the same machine names it; with https only the secure cookie counts. */
const publicUrlOf = (policy: Policy) =>
  policy.playMoney ? 'http://localhost:3000' : 'https://localhost:3000'

export async function createWorld(policy: Policy) {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const plans = await seedPlans(database)
  await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
  const app = await createTestApp(database, { policy, publicUrl: publicUrlOf(policy) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  afterAll(() => agent.destroy())

  async function somebody(caller: Caller): Promise<Somebody> {
    const person = await verified(app, database, await signUpSomebody(app))
    await house.run(
      'CreditPlayMoney',
      { owner: person.id, amount: 10_000_00n, asset: 'BTC' },
      person.id,
    )
    const last = caller.split(' ').at(-1)!
    const role = Object.hasOwn(builtInRoles, last) ? (last as BuiltInRole) : 'user'
    await setRole(database, person.id, role)
    // Where staff need one, these have it; what one without it may do stands in second-factor.test.ts.
    if (role !== 'user')
      await database.owner.query('update auth.persons set has_second_factor = $2 where id = $1', [
        person.id,
        policy.staffNeedSecondFactor,
      ])
    return person
  }

  const people = {} as Record<Exclude<Caller, 'nobody'>, Somebody>
  for (const caller of callers) if (caller !== 'nobody') people[caller] = await somebody(caller)
  const admin = people.administrator.id
  // Of which a pool can be funded, by one and by two.
  await house.run('PayInCapital', { amount: 1_000_00n, reference: randomUUID() }, null)
  const anotherAdmin = await house.person({ role: 'admin' })
  const invited = (email = `${randomUUID()}@people.example`) =>
    inviteByMail(house, anotherAdmin, email)

  // In live nobody invests for the first time who hasn't answered.
  for (const { id: owner } of Object.values(people)) {
    const answers = { version: 1, current: 1, answers: '{}', outcome: 'fits' } as const
    await house.run('AnswerAppropriateness', { owner, ...answers }, owner)
  }

  /** A frozen account can't ask or invest any more: it had done so before. */
  async function beforeItsFreeze(
    owner: string,
    done: (as: { id: string }) => ReturnType<TestHouse['run']>,
  ): Promise<string> {
    const id = randomUUID()
    await database.owner.query(`update owners set status = 'active' where id = $1`, [owner])
    const reply = await done({ id })
    if (reply.outcome !== 'done')
      throw new Error(`What a call is about was not made: ${reply.text}`)
    if (owner === people['frozen user'].id)
      await database.owner.query(`update owners set status = 'frozen' where id = $1`, [owner])
    return id
  }

  const requestOf = (owner: string) =>
    beforeItsFreeze(owner, (as) => {
      const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
      return house.run('RequestWithdrawal', { owner, amount: 1_00n, target }, owner, as)
    })

  const destinationOf = (owner: string) =>
    beforeItsFreeze(owner, (as) => {
      // One id in 1,700 alone would be an IBAN.
      const place = { type: 'bank_transfer', walletAddress: `wallet-${as.id}` } as const
      return house.run('SaveDestination', { owner, name: as.id, place, isOfFirm: false }, owner, as)
    })

  const investmentOf = (owner: string) =>
    beforeItsFreeze(owner, (as) => {
      const accepted = { acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
      const placed = { owner, planId: plans.starter, amount: 100_00n, ...accepted }
      return house.run('OpenInvestment', placed, owner, as)
    })

  /** A person has ten at most, and the calls are many. */
  async function forgetDocuments(owner: string) {
    const kept = [...pdfs.values()]
    await database.owner.query(
      'delete from document_views where owner_id = $1 and document_id <> all ($2)',
      [owner, kept],
    )
    await database.owner.query('delete from documents where owner_id = $1 and id <> all ($2)', [
      owner,
      kept,
    ])
  }
  async function documentOf(
    owner: string,
    bytes: Buffer,
    mediaType = 'image/jpeg',
    kind: FileKind = 'identity',
  ) {
    const id = randomUUID()
    await forgetDocuments(owner)
    const content = await keepContent(database.pool, testDocumentKeys, ofDocument(owner), bytes)
    const digest = hash('sha256', bytes, 'hex')
    const command = { owner, kind, content, mediaType, size: bytes.length } as const
    await house.run('AddDocument', { ...command, digest, pages: 1 }, owner, { id })
    return id
  }

  /** One of each person, which links are about. */
  const pdfs = new Map<string, string>()
  async function pdfOfHolder(owner: string, kind: FileKind = 'identity'): Promise<string> {
    const known = `${owner} ${kind}`
    const before = pdfs.get(known)
    if (before) return before
    const id = await documentOf(owner, await pdfOf(['A page']), 'application/pdf', kind)
    pdfs.set(known, id)
    // Nobody opens what wasn't sent.
    if (kind === 'message')
      await house.run('SendMessage', { owner, text: 'Look', files: [id] }, owner)
    return id
  }

  /** A copy of their data that is ready: one of each person, which links are about. */
  const copies = new Map<string, string>()
  async function archiveOf(owner: string): Promise<string> {
    const known = copies.get(owner)
    if (known) return known
    const id = randomUUID()
    copies.set(owner, id)
    // Asked for long ago: a person may ask for three in a day.
    await database.owner.query(
      `insert into archives (id, owner_id, requested_at) values ($1, $2, '2020-01-01')`,
      [id, owner],
    )
    await believe(database.owner, 'archives')
    await database.owner.query(
      `insert into archive_files (archive_id, owner_id, state, size, good_until) values ($1, $2, 'ready', 0, now() + interval '7 days')`,
      [id, owner],
    )
    return id
  }

  /** Of somebody who may be on a list. */
  async function matchOf(): Promise<string> {
    const [id, owner] = [randomUUID(), await house.person()]
    const finding = madeFinding('Somebody Listed')
    const pair = macOf(testMacKeys, 'check', [owner, ...pairOf(finding)])
    const sides = { entry: id, pair, entries: [id], pairs: [pair] }
    await house.run('BeginCheck', { owner, ...sides, freezes: 'nothing', finding }, null, { id })
    return id
  }

  async function sessionIdOf(caller: Caller): Promise<string> {
    const person = caller === 'nobody' ? people.user : people[caller]
    const credential = await sessionsOf(testContext(database, { policy })).read(person.token)
    return credential?.session.id ?? randomUUID()
  }

  async function archiveLinkOf(id: string, caller: Caller): Promise<string> {
    const session = await sessionIdOf(caller)
    const { link } = linkToArchive(testSecret, id, { session, now: Date.now() })
    return new URL(link, 'http://localhost').searchParams.get('link')!
  }

  /** Asked for long ago, since there may be ten in a day, and ready. */
  async function newPack(): Promise<string> {
    const id = randomUUID()
    await database.owner.query(
      `insert into evidence_packs (id, owner_id, from_day, to_day, with_persons, status, requested_at, requested_by)
        values ($1, $2, '2026-01-01', '2026-01-31', false, 'granted', '2020-01-01', $3)`,
      [id, firm, anotherAdmin],
    )
    await believe(database.owner, 'evidence_packs')
    await database.owner.query(
      `insert into evidence_files (pack_id, state, size, digest, manifest, good_until) values ($1, 'ready', 0, $2, $2, now() + interval '7 days')`,
      [id, '0'.repeat(64)],
    )
    return id
  }
  let readyPack: Promise<string> | null = null
  const packReady = () => (readyPack ??= newPack())

  async function packLinkOf(caller: Caller): Promise<string> {
    const session = await sessionIdOf(caller)
    const { link } = linkToPack(testSecret, await packReady(), { session, now: Date.now() })
    return new URL(link, 'http://localhost').searchParams.get('link')!
  }

  async function sampleOf(person: string): Promise<string> {
    const id = randomUUID()
    await database.owner.query(
      `insert into audit_samples (id, owner_id, size, among, drawn_at, drawn_by) values ($1, $2, 1, 1, '2020-01-01', $3)`,
      [id, firm, people.auditor.id],
    )
    await database.owner.query(
      'insert into audit_sample_people (sample_id, person_id, owner_id, number) values ($1, $2, $3, 0)',
      [id, person, firm],
    )
    await believe(database.owner, 'audit_samples', 'audit_sample_people')
    return id
  }

  async function markOf(person: string): Promise<string> {
    const id = randomUUID()
    await database.owner.query(
      `insert into audit_marks (id, sample_id, owner_id, marked_at, marked_by) values ($1, $2, $3, '2020-01-01', $4)`,
      [id, await sampleOf(person), person, people.auditor.id],
    )
    await believe(database.owner, 'audit_marks')
    return id
  }

  /** As it was given to whoever calls. */
  async function linkOf(id: string, caller: Caller, kind: FileKind = 'identity'): Promise<string> {
    const session = await sessionIdOf(caller)
    const { links } = linksTo(
      testSecret,
      { id, kind, pages: 1, mediaType: 'application/pdf' },
      { session, now: Date.now() },
    )
    return new URL(links.file!, 'http://localhost').searchParams.get('link')!
  }

  /** One that two have agreed to. */
  async function newAnnouncement(): Promise<string> {
    const words = { title: 'Closed on Friday', text: 'The office is closed.', isMailed: true }
    const to = { plan: null, planTitle: null, status: null, country: null, reaches: 3 }
    const proposed = await house.run('ProposeAnnouncement', { ...words, ...to }, anotherAdmin)
    const agreement = randomUUID()
    const second = await house.person({ role: 'admin' })
    await house.run('AgreeToProposal', agreementTo(proposed), second, { id: agreement })
    return agreement
  }

  async function newMessage(
    kind: 'SendMessage' | 'AnswerMessages',
    about: { owner: string } | { user: string; seen: string | null },
    actor: string,
  ): Promise<string> {
    const id = randomUUID()
    const words = 'owner' in about ? { text: 'When?', files: [] } : { text: 'Today.', fault: null }
    await house.run(kind, { ...about, ...words }, actor, { id })
    return id
  }

  /** Another email that two administrators have approved, and that waits. */
  async function emailChangeOf(user: string): Promise<string> {
    const [change, emailWait] = [randomUUID(), { waitMs: 60_000, earlierForMs: 60_000 }]
    const proposed = await house.run(
      'CorrectUser',
      { user, email: `${change}@people.example`, emailWait },
      anotherAdmin,
    )
    await house.run(
      'AgreeToProposal',
      agreementTo(proposed, waiting(60_000)),
      await house.person({ role: 'admin' }),
      { id: change },
    )
    return change
  }

  /** Without the ceremony, which would ask an administrator of a live firm for a code. */
  async function newSession(person: string): Promise<{ id: string; token: string }> {
    const token = newToken(testMacKeys, person)
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into auth.sessions (id, person_id, token, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 hour') returning id`,
      [person, token],
    )
    return { id: rows[0]!.id, token: sign(testSecret, 'session', token) }
  }

  for (const caller of ['frozen user', 'frozen auditor', 'frozen administrator'] as const) {
    await house.run(
      'FreezeUser',
      { user: people[caller].id, reason: 'A letter from the court' },
      admin,
    )
    // Of staff the sessions have ended; whoever is frozen can sign in.
    people[caller] = { ...people[caller], token: (await newSession(people[caller].id)).token }
  }

  // Room above the plans that are there, for those that a call is about.
  await database.owner.query('update plan_terms set maximum = 10000000 where plan_id = $1', [
    plans.platinum,
  ])
  await believe(database.owner, 'plan_terms')
  let offered = 0
  /** One change of the plans is proposed at a time. */
  async function endProposalsOfPlans(): Promise<void> {
    const { rows } = await database.owner.query<{ proposal: string; by: string }>(
      `select id as proposal, proposed_by as by from proposals where holds = 'plans' and status = 'open'`,
    )
    for (const { proposal, by } of rows)
      await house.run('WithdrawProposal', { proposal, reason: 'Not now' }, by)
  }

  async function planOffered(): Promise<string> {
    await endProposalsOfPlans()
    const id = randomUUID()
    offered += 1
    const minimum = 20_000_000n + BigInt(offered)
    const terms = {
      title: `Plan ${offered}`,
      minimum,
      maximum: minimum,
      durationDays: 5,
      profitPercent: 5,
      riskWarning: 'All of it can be lost.',
    }
    await house.run('OfferPlan', { terms }, admin, { id })
    return id
  }

  async function today(): Promise<string> {
    const { rows } = await database.owner.query(
      `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
    )
    return rows[0].day
  }
  /** Of somebody who sent in who they are. */
  async function caseOf(): Promise<string> {
    const [id, owner] = [randomUUID(), await house.person()]
    const documents = [
      await addDocument(house, owner, 'identity'),
      await addDocument(house, owner, 'address'),
    ]
    const entered = {
      legalName: 'Ada Example',
      birthDate: '1990-04-23',
      country: 'DE',
      address: 'Example Street 1',
    }
    await house.run('SubmitVerification', { owner, ...entered, documents }, owner, { id })
    for (const by of [admin, people.compliance.id]) await openPapers(house, id, by)
    return id
  }
  const receiptOf = async (owner: string | null) => ({
    owner,
    amount: 1_00n,
    reference: randomUUID(),
    valueDate: await today(),
    payerText: null,
    payerAccount: null,
  })

  /** Makes what a word in braces stands for, as a thing of `holder`. */
  const make: Record<Thing, (holder: Somebody, caller: Caller) => Promise<string>> = {
    user: async (holder) => holder.id,
    async frozen() {
      const id = await house.person()
      await house.run('FreezeUser', { user: id, reason: 'A letter from the court' }, admin)
      return id
    },
    newcomer: () => house.person(),
    referred: (holder) => house.person({ referralCode: holder.user.referralCode }),
    pending: ({ id }) => requestOf(id),
    destination: ({ id }) => destinationOf(id),
    async 'saved view'() {
      const id = randomUUID()
      await database.owner.query('delete from auth.saved_views where person_id = $1', [admin])
      await database.owner.query(
        `insert into auth.saved_views (person_id, list, number, id, name, query) values ($1, 'users', 1, $2, $3, '')`,
        [admin, id, id],
      )
      return id
    },
    'import file': () => keepImport(database, fileOf(1)),
    document: async ({ id }) => documentOf(id, await photo()),
    archive: ({ id }) => archiveOf(id),
    'archive link': async ({ id }, caller) => archiveLinkOf(await archiveOf(id), caller),
    pack: packReady,
    'pack link': (_, caller) => packLinkOf(caller),
    sample: ({ id }) => sampleOf(id),
    mark: ({ id }) => markOf(id),
    pdf: ({ id }) => pdfOfHolder(id),
    'message file': ({ id }) => pdfOfHolder(id, 'message'),
    'message file link': async ({ id }, caller) =>
      linkOf(await pdfOfHolder(id, 'message'), caller, 'message'),
    'pdf link': async ({ id }, caller) => linkOf(await pdfOfHolder(id), caller),
    async approved({ id }) {
      const request = await requestOf(id)
      await house.run(
        'ApproveWithdrawal',
        { withdrawal: request, secondApprovalAbove: null },
        anotherAdmin,
      )
      return request
    },
    investment: ({ id }) => investmentOf(id),
    async 'undoable investment'({ id }) {
      const investment = await investmentOf(id)
      // As if it were the first: they have placed money before.
      await database.owner.query(
        'update investments set undoable_until = null where owner_id = $1',
        [id],
      )
      await database.owner.query(
        'update investments set undoable_until = matures_at where id = $1',
        [investment],
      )
      await believe(database.owner, 'investments')
      return investment
    },
    plan: async () => plans.starter,
    'offered plan': planOffered,
    async 'withdrawn plan'() {
      const plan = await planOffered()
      await house.run('WithdrawPlan', { plan }, admin)
      return plan
    },
    accountId: async () => people['another user'].user.accountId,
    'referral code': async () => people['another user'].user.referralCode,
    email: async (holder) => holder.email,
    'unused email': async () => `${randomUUID()}@people.example`,
    month: async () => (await today()).slice(0, 7),
    year: async () => (await today()).slice(0, 4),
    unique: async () => randomUUID(),
    async 'reset link'() {
      const [id, person] = [randomUUID(), await house.person()]
      await database.owner.query(
        `insert into auth.links (id, person_id, use, expires_at) values ($1, $2, 'reset-password', now() + interval '1 hour')`,
        [id, person],
      )
      return mailedLink(database, 'reset-password', { id, person })
    },
    async 'verify link'() {
      const { id: person } = await signUpSomebody(app)
      return verifyLinkOf(database, { id: person })
    },
    async 'browser link'() {
      const [id, person] = [randomUUID(), await house.person()]
      await database.owner.query(
        `insert into auth.links (id, person_id, use, expires_at) values ($1, $2, 'known-browser', now() + interval '1 hour')`,
        [id, person],
      )
      return mailedLink(database, 'known-browser', { id, person })
    },
    async 'confirm link'() {
      const person = await house.person()
      return mailedLink(database, 'confirm-email', { id: await emailChangeOf(person), person })
    },
    async 'confirm own link'() {
      const [change, { id: owner }] = [randomUUID(), await signUpSomebody(app)]
      const email = `${change}@people.example`
      await house.run('RequestEmailChange', { owner, email, waitMs: 60_000 }, owner, { id: change })
      return mailedLink(database, 'confirm-own-email', { id: change, person: owner })
    },
    async 'agree link'() {
      const [id, owner] = [randomUUID(), await house.person({ role: 'auditor' })]
      const email = `${id}@people.example`
      await house.run('RequestEmailChange', { owner, email, waitMs: 60_000 }, owner, { id })
      return mailedLink(database, 'agree-email', { id, person: owner })
    },
    async 'stop link'() {
      const person = await house.person()
      return mailedLink(database, 'stop-change', { id: await emailChangeOf(person), person })
    },
    async 'cancel link'() {
      const person = await house.person({ cash: 100_00n })
      return mailedLink(database, 'cancel-request', { id: await requestOf(person), person })
    },
    async 'invitation link'() {
      const address = `${randomUUID()}@people.example`
      const id = await invited(address)
      return mailedLink(database, 'staff-invitation', { id, person: anotherAdmin, address })
    },
    invitation: async () => invitationOf(await invited()),
    async 'freeze link'() {
      const person = await house.person({ cash: 100_00n })
      return mailedLink(database, 'freeze-account', { id: await requestOf(person), person })
    },
    async 'undo link'() {
      const [id, person] = [randomUUID(), await house.person()]
      await database.owner.query(
        'insert into auth.added_factors (id, person_id, added_at) values ($1, $2, clock_timestamp())',
        [id, person],
      )
      return mailedLink(database, 'undo-factor', { id, person })
    },
    async change() {
      const id = randomUUID()
      await house.run(
        'ProposeFactorRemoval',
        {
          user: await house.person(),
          factor: { what: 'app', id: randomUUID() },
          hostile: false,
          reason: 'She lost it',
        },
        anotherAdmin,
        { id },
      )
      return id
    },
    'waiting change': ({ id }) => emailChangeOf(id),
    colleague: () => house.person({ role: 'auditor' }),
    async 'receipt in suspense'() {
      const id = randomUUID()
      const recorded = await house.run('RecordReceipt', await receiptOf(null), anotherAdmin)
      await house.run('AgreeToProposal', agreementToEntry(recorded), admin, { id })
      return id
    },
    // With what they sent in before out of the way.
    async 'own document'({ id }) {
      await database.owner.query('delete from verifications where owner_id = $1', [id])
      await forgetDocuments(id)
      return addDocument(house, id, 'identity')
    },
    'message asked': ({ id }) => newMessage('SendMessage', { owner: id }, id),
    async 'message answered'({ id }) {
      const { rows } = await database.owner.query<{ seen: string }>(
        'select last_id as seen from threads where owner_id = $1',
        [id],
      )
      return newMessage('AnswerMessages', { user: id, seen: rows[0]?.seen ?? null }, anotherAdmin)
    },
    announcement: () => newAnnouncement(),
    async 'own announcement'({ id }) {
      const delivery = randomUUID()
      const command = { owner: id, announcement: await newAnnouncement() }
      await house.run('DeliverAnnouncement', command, null, { id: delivery })
      return delivery
    },
    'own proof of address': ({ id }) => addDocument(house, id, 'address'),
    case: () => caseOf(),
    match: () => matchOf(),
    today,
    'in a year': async () =>
      new Date(Date.parse(await today()) + 365 * 86_400_000).toISOString().slice(0, 10),
    session: async ({ id }) => (await newSession(id)).id,
    challenge: async () => sign(testSecret, 'challenge', randomUUID()),
  }

  async function actsOf(actor: string) {
    const { rows } = await database.owner.query<{
      kind: string
      outcome: string
      input: Record<string, unknown>
      reason?: string
    }>(
      `select kind, outcome, input, coalesce(texts ->> 'reason', '') as reason from desk.commands left join desk.particulars on command_id = id
        where actor = $1 order by recorded_at, id`,
      [actor],
    )
    return rows
  }

  async function filled(text: string, holder: Somebody, caller: Caller): Promise<string> {
    let done = text
    for (const thing of things)
      if (text.includes(`{${thing}}`))
        done = done.replace(`{${thing}}`, await make[thing](holder, caller))
    return done
  }

  async function replyTo({
    method,
    url,
    body,
    token,
    key = randomUUID(),
  }: Asked): Promise<{ status: number; text?: string; isProblem?: boolean }> {
    const headers = {
      host: 'localhost:3000',
      'idempotency-key': key,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined
        ? {}
        : {
            'content-type':
              typeof body === 'string' ? 'application/json' : 'application/octet-stream',
            'content-length': Buffer.byteLength(body),
          }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    httpRequest({ agent, host: '127.0.0.1', port, method, path: url, headers }, resolve)
      .on('error', reject)
      .end(body)
    const reply = await promise
    const status = reply.statusCode!
    const media = reply.headers['content-type'] ?? ''
    if (media.startsWith('text/event-stream')) {
      reply.destroy()
      return { status }
    }
    const text = (await buffer(reply)).toString()
    return { status, text, isProblem: media.startsWith('application/problem+json') }
  }

  return {
    /** The call of a row, right in everything but perhaps in who makes it. */
    async callOf(caller: Caller, endpoint: Endpoint, row: Row): Promise<Asked> {
      const holder = caller === 'frozen user' ? people['frozen user'] : people.user
      let url: string = fullPath(endpoint)
      for (const [name, value] of Object.entries(row.params ?? {}))
        url = url.replace(`:${name}`, encodeURIComponent(await filled(value, holder, caller)))
      const query = row.query ? `?${await filled(row.query, holder, caller)}` : ''
      return {
        method: endpoint.method,
        url: url + query,
        ...(caller === 'nobody' ? {} : { token: people[caller].token }),
        ...(row.picture ? { body: await photo() } : {}),
        ...(row.body ? { body: await filled(JSON.stringify(row.body), holder, caller) } : {}),
      }
    },

    /** Over a socket, since nothing there mends an address on its way. Of events, which go on for as long as somebody listens, only the head is read. */
    async answerOf(asked: Asked): Promise<Answer> {
      const { status, text = '', isProblem = false } = await replyTo(asked)
      return { status, ...(isProblem && text !== '' ? { code: JSON.parse(text).code } : {}) }
    },

    replyTo,

    /** How many commands were decided. */
    async commands(): Promise<number> {
      const { rows } = await database.owner.query<{ count: number }>(
        'select count(*)::int as count from desk.commands',
      )
      return rows[0]!.count
    },

    /** What they have done that the journal keeps, oldest first. */
    actsOf: (caller: Exclude<Caller, 'nobody'>) => actsOf(people[caller].id),

    /** A file that they take, and the newest of what they have done then. */
    async fileOf(caller: Exclude<Caller, 'nobody'>, path: string) {
      const { text } = await ask(app, 'GET', `/invest/api/v1${path}`, {
        token: people[caller].token,
      })
      return { text, lastAct: (await actsOf(people[caller].id)).at(-1)! }
    },

    async signInAnew(caller: Exclude<Caller, 'nobody'>): Promise<void> {
      people[caller] = { ...people[caller], token: (await newSession(people[caller].id)).token }
    },

    /**
     * The caller with a second factor of every kind and in a new session, which was proved lately or not.
     * Written behind the product's back: how these come about is tested where they do.
     */
    async protect(
      caller: Exclude<Caller, 'nobody'>,
      proved: 'proved lately' | 'proved long ago',
    ): Promise<void> {
      const { id } = people[caller]
      await database.owner.query(
        `
        with app as (insert into auth.authenticator_apps (person_id, secret, confirmed_at) values ($1, 'sealed', now()) on conflict do nothing),
         code as (insert into auth.recovery_codes (person_id, hash) values ($1, 'hash') on conflict do nothing),
         passkey as (insert into auth.passkeys (mac, id, person_id, public_key, counter, name) values ('', 'AAAA', $1, 'key', 0, 'Key') on conflict do nothing)
        update auth.persons set has_second_factor = true where id = $1`,
        [id],
      )
      const session = await newSession(id)
      if (proved === 'proved long ago')
        await database.owner.query(
          `update auth.sessions set created_at = now() - interval '11 minutes' where id = $1`,
          [session.id],
        )
      people[caller] = { ...people[caller], token: session.token }
    },

    /** Everything by which this caller proves who they are, as one text. */
    async secretsOf(caller: Exclude<Caller, 'nobody'>): Promise<string> {
      const { rows } = await database.owner.query<{ secrets: string }>(
        `select jsonb_build_array(
           (select email from auth.persons where id = $1), (select hash from auth.passwords where person_id = $1),
           (select jsonb_agg(to_jsonb(a) order by a) from auth.authenticator_apps a where person_id = $1),
           (select jsonb_agg(to_jsonb(c) order by c) from auth.recovery_codes c where person_id = $1),
           (select jsonb_agg(to_jsonb(k) order by k) from auth.passkeys k where person_id = $1))::text as secrets`,
        [people[caller].id],
      )
      return rows[0]!.secrets
    },

    async letGo(caller: Exclude<Caller, 'nobody'>): Promise<void> {
      await database.owner.query(`update owners set status = 'active' where id = $1`, [
        people[caller].id,
      ])
    },

    /** What was counted against the limits: here it is asked who may do something, not how often. */
    async forgetAttempts(): Promise<void> {
      await database.owner.query('delete from auth.attempts')
    },
  }
}
