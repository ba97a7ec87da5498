/** A short history of the commands that the simulation does not play, and of somebody they are about who leaves. */
import type { Submission } from '../../src/desk/command.ts'
import type { FileKind } from '../../src/contract/document.ts'
import { checksFor } from '../../src/contract/verification.ts'
import type { CommandName, CommandOf, commands } from '../../src/domains/nouns.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { idFromName } from '../../src/platform/ids.ts'
import { emptyHouse, type HouseInMemory } from '../../proofs/simulation/cast.ts'
import { personId } from '../../proofs/simulation/drafts/people.ts'
import { beginning } from '../../proofs/simulation/steps.ts'

type Submitted = Submission<typeof commands> & { id: string }

const idOf = (kind: string) => idFromName(`unplayed ${kind}`)

function submitted<N extends CommandName>(
  kind: N,
  command: CommandOf<N>,
  actor: string | null,
  id = idOf(kind),
): Submitted {
  const given = { kind, command, actor, id, key: null, bodyHash: 'body' }
  return { ...given, requestId: kind } as unknown as Submitted
}

const [admin, second, auditor, ada, cy] = [0, 1, 2, 4, 6].map(personId) as [
  string,
  string,
  string,
  string,
  string,
]
const request = { work: 'withdrawals', item: idOf('RequestWithdrawal') } as const

const fileOf = <Kind extends FileKind>(kind: Kind) => ({
  owner: cy,
  kind,
  content: idOf(`content ${kind}`),
  mediaType: 'image/jpeg',
  size: 1,
  digest: '0'.repeat(64),
  pages: 1,
  mustBeVerified: false,
})

const sent = (['identity', 'address'] as const).map((kind) => ({
  id: idOf(kind),
  command: fileOf(kind),
}))

const verification = idOf('SubmitVerification')

/** Cy sends in two documents, and the number of one is taken and opened. */
const verified: readonly Submitted[] = [
  ...sent.map(({ id, command }) => submitted('AddDocument', command, cy, id)),
  submitted(
    'SubmitVerification',
    {
      owner: cy,
      legalName: 'Cy',
      birthDate: '1990-04-23',
      country: 'DE',
      address: 'Street 1',
      documents: sent.map(({ id }) => id),
      served: { minimumAge: 18, countries: null, notServed: [] },
    },
    cy,
  ),
  ...sent.map(({ id }) =>
    submitted('ViewDocument', { document: id }, admin, idOf(`ViewDocument ${id}`)),
  ),
  submitted(
    'VerifyPerson',
    {
      verification,
      until: '2027-01-01',
      mustBeOpened: true,
      checks: [...checksFor('identity'), ...checksFor('address')],
      number: {
        content: idOf('content of the number'),
        digest: '0'.repeat(36),
        expiresOn: '2026-12-01',
        sameNumber: 'seen',
      },
    },
    admin,
  ),
  submitted('ViewDocumentNumber', { verification }, admin),
]

const edition = {
  ...{ policy: 'TermsOfService', title: 'Terms of Service', content: '{}', digest: '0'.repeat(64) },
  ...{ day: null, countsFrom: null, noticeDays: 30, changed: 'All of it', fault: null },
}
const { content: _, fault: __, ...factsOfEdition } = edition
const shownOfEdition = { ...factsOfEdition, number: 1 }
const announcing = {
  title: 'Closed on Friday',
  text: 'The office is closed.',
  isMailed: true,
  plan: null,
  planTitle: null,
  status: null,
  country: null,
  reaches: 2,
}
const announcement = idOf('announcement')
const resuming = { announcement, title: announcing.title }
const agreed = (to: string, facts: object) => ({
  proposal: idOf(to),
  shown: canonical(facts),
  answer: null,
})

/** Two announce something; it is stopped, and goes on. */
const announced: readonly Submitted[] = [
  submitted('ProposeAnnouncement', announcing, admin),
  submitted('AgreeToProposal', agreed('ProposeAnnouncement', announcing), second, announcement),
  submitted('DeliverAnnouncement', { owner: cy, announcement }, null),
  submitted('ReadAnnouncement', { owner: cy, delivery: idOf('DeliverAnnouncement') }, cy),
  submitted('StopAnnouncement', { announcement, reason: 'A wrong day' }, second),
  submitted('ResumeAnnouncement', { announcement }, admin),
  submitted('AgreeToProposal', agreed('ResumeAnnouncement', resuming), second, idOf('resumed')),
  submitted('FinishAnnouncement', { announcement, reached: 1 }, null),
]

const moved = idFromName('unplayed person who moved')
const importing = { file: idOf('file'), digest: 'f'.repeat(64), people: 1, amount: '12345' }
const imported = {
  proposal: idOf('ProposeImport'),
  shown: canonical({ ...importing, amount: 123.45 }),
  answer: { digest: importing.digest, people: '1', amount: '12345', wrong: '0' },
}
const importId = idOf('import')
const nobodyKnows = { passwordHash: '$argon2id$', passwordMac: '00', emailMac: '00' }

/** Two import one person, whose money arrives and is on a statement. */
const arrived: readonly Submitted[] = [
  submitted('ProposeImport', { ...importing, found: imported.answer }, admin),
  submitted('AgreeToProposal', imported, second, importId),
  submitted(
    'ImportPerson',
    {
      ...{ owner: moved, import: importId, line: 2, amount: 12345n, reference: 'A-1' },
      person: { fullName: 'Mo Moved', email: 'mo@people.example', ...nobodyKnows },
    },
    null,
  ),
  submitted('FinishImport', { import: importId, leftOut: '' }, null),
  submitted('ProposeOpeningReversal', { user: moved, amount: 45n, reason: 'A wrong line' }, admin),
  submitted(
    'RecordMigrationClearing',
    { amount: 12345n, reference: 'MIG-1', valueDate: '2026-01-20' },
    admin,
  ),
]

/** Cy has no money, so that the account can be closed. */
export const unplayed: readonly Submitted[] = [
  submitted(
    'CheckCountry',
    { owner: cy, country: 'DE', served: { minimumAge: 18, countries: null, notServed: ['KP'] } },
    cy,
  ),
  ...verified,
  submitted(
    'BeginCheck',
    {
      ...{ owner: ada, entry: 'an entry', pair: 'a pair', freezes: 'nothing', finding: null },
      ...{ entries: ['an entry'], pairs: ['a pair'] },
    },
    null,
  ),
  submitted(
    'ProposeCheckDecision',
    {
      check: idOf('BeginCheck'),
      ends: true,
      reason: 'Somebody else',
      answer: { isAsRecorded: true },
    },
    admin,
  ),
  submitted('ProposeEdition', edition, admin),
  submitted(
    'AgreeToProposal',
    { proposal: idOf('ProposeEdition'), shown: canonical(shownOfEdition), answer: null },
    second,
    idOf('edition'),
  ),
  submitted('TellOfEdition', { owner: ada, edition: idOf('edition'), isWithdrawn: false }, null),
  submitted('AcceptEdition', { owner: ada, edition: idOf('edition'), digest: edition.digest }, ada),
  submitted('ProposeEditionWithdrawal', { edition: idOf('edition') }, admin),
  submitted('RequestArchive', { owner: cy, bytesADay: 1 }, cy),
  submitted('AddDocument', fileOf('message'), cy, idOf('file')),
  submitted('SendMessage', { owner: cy, text: 'When?', files: [idOf('file')] }, cy, idOf('said')),
  submitted('ViewMessageFile', { document: idOf('file') }, admin),
  submitted('SettleMessages', { user: cy, seen: idOf('said') }, admin),
  submitted(
    'AnswerMessages',
    { user: cy, text: 'Tomorrow.', seen: idOf('said'), fault: null },
    admin,
    idOf('answer'),
  ),
  submitted('ReadMessages', { owner: cy, lastId: idOf('answer') }, cy),
  ...announced,
  submitted('WriteNote', { user: cy, text: 'Called about the address' }, admin),
  submitted(
    'RequestWithdrawal',
    {
      owner: ada,
      amount: 1n,
      target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'mine' },
      limits: null,
      isOfFirm: false,
      holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
      mustBeVerified: false,
      bounds: { pendingAtMost: 1_000, smallest: null },
    },
    ada,
  ),
  submitted('TakeWork', { ...request, seen: null }, admin),
  submitted('PutOffWork', { ...request, seen: admin, until: '2026-01-08', note: 'Later' }, admin),
  submitted('GiveWork', { ...request, seen: admin, to: second, note: 'Please look' }, admin),
  submitted('ReturnWork', { ...request, note: null }, second),
  submitted('DrawSample', { people: [ada, cy], among: 3 }, auditor),
  submitted('MarkReviewed', { sample: idOf('DrawSample'), person: cy, note: 'Blurred' }, auditor),
  submitted('WithdrawReviewMark', { mark: idOf('MarkReviewed'), reason: 'Another' }, auditor),
  submitted('ExportList', { file: 'users.csv', filter: '', search: 'Cy', rows: 3 }, auditor),
  submitted(
    'RequestEvidence',
    { from: '2026-01-01', to: '2026-01-31', withPersons: false },
    auditor,
  ),
  submitted('DownloadEvidence', { pack: idOf('RequestEvidence'), digest: '0'.repeat(64) }, auditor),
  submitted('RefuseVerification', { verification, reason: 'Too old' }, admin),
  submitted('MoveClock', { days: 8 }, admin),
  submitted('VerifyEmail', { owner: cy, email: 'person-6@people.example' }, cy),
  submitted('RemindOfDocuments', { owner: cy, verification, number: 1 }, null),
  submitted('MoveClock', { days: 8 }, admin, idOf('MoveClock again')),
  submitted('RemindByHand', { verification, reason: 'It is nearly done' }, admin),
  submitted('RequestClosing', { owner: cy }, cy),
  submitted('StopClosing', { owner: cy }, cy),
  submitted('RequestClosing', { owner: cy }, cy, idOf('RequestClosing again')),
  submitted('FreezeUser', { user: cy, reason: 'Asked for' }, admin),
  submitted('LapseClosing', { owner: cy }, null),
  submitted('CloseUser', { user: cy, unverified: false, asked: false, kept: null }, admin),
  ...arrived,
]

/** All of it, after a house has begun: what was submitted, and the house. */
export function playUnplayed(): { desk: HouseInMemory; all: Submitted[]; replies: string[] } {
  const desk = emptyHouse()
  const all: Submitted[] = [...beginning(3), ...unplayed]
  const replies = all.map((one) => {
    const { outcome, text } = desk.run(one)
    if (outcome !== 'done') throw new Error(`${one.kind}: ${outcome}`)
    return text
  })
  return { desk, all, replies }
}
