/** What the simulation plays, and by which tests the rest is held. */
import type { AnyCommand, CommandName } from '../../src/domains/nouns.ts'

/** They move no money, need no second administrator, and change nobody's rights; or only tell people something; or begin with lists or files, of which the simulation has none. */
export const notPlayed = {
  AnswerMessages: 'tests/integration/messages.test.ts',
  BeginCheck: 'tests/integration/checks.test.ts',
  CheckCountry: 'tests/integration/verification.test.ts',
  DownloadEvidence: 'tests/integration/evidence-packs.test.ts',
  DrawSample: 'src/domains/samples/rules.test.ts',
  ExportList: 'tests/integration/exports.test.ts',
  FinishImport: 'tests/integration/imports-attacked.test.ts',
  GiveWork: 'tests/integration/work-items.test.ts',
  ImportPerson: 'tests/integration/imports-attacked.test.ts',
  LapseClosing: 'tests/integration/account-closings.test.ts',
  MarkReviewed: 'src/domains/samples/rules.test.ts',
  ProposeCheckDecision: 'tests/integration/checks.test.ts',
  ProposeImport: 'tests/integration/imports-booked.test.ts',
  ProposeOpeningReversal: 'tests/integration/imports-cleared.test.ts',
  PutOffWork: 'tests/integration/work-items.test.ts',
  ReadMessages: 'tests/integration/messages.test.ts',
  RecordMigrationClearing: 'tests/integration/imports-cleared.test.ts',
  RemindByHand: 'tests/integration/verification-reminders.test.ts',
  RemindOfDocuments: 'tests/integration/verification-reminders.test.ts',
  RequestArchive: 'src/domains/archives/rules.test.ts',
  RequestClosing: 'tests/integration/account-closings.test.ts',
  ReturnWork: 'tests/integration/work-items.test.ts',
  SendMessage: 'tests/integration/messages.test.ts',
  SettleMessages: 'tests/integration/messages.test.ts',
  StopClosing: 'tests/integration/account-closings.test.ts',
  TakeWork: 'tests/integration/work-items.test.ts',
  ViewDocumentNumber: 'tests/integration/verification-desk.test.ts',
  ViewMessageFile: 'tests/integration/messages.test.ts',
  WithdrawReviewMark: 'src/domains/samples/rules.test.ts',
  WriteNote: 'tests/integration/staff-users.test.ts',
} satisfies Partial<Record<CommandName, string>>

export type Played = Exclude<CommandName, keyof typeof notPlayed>
export type PlayedCommand = Extract<AnyCommand, { kind: Played }>
