/** What a firm's settings add to a command: nothing that binds, where a test says nothing of them. */
import { fitted } from '../../src/desk/recall.ts'
import { oneIsEnough } from '../../src/domains/approvals/rules.ts'
import type { CommandName, CommandOf } from '../../src/domains/nouns.ts'

const usual = {
  AddDocument: { mustBeVerified: false },
  AgreeToProposal: { answer: null },
  ApproveWithdrawal: { ...oneIsEnough, limits: fitted },
  BlockPayouts: { unknownUntil: null },
  BuildBankExport: { terms: null, left: [] },
  ChangePlan: oneIsEnough,
  CloseUser: { unverified: false, asked: false, kept: null },
  CorrectUser: { ...oneIsEnough, emailWait: null },
  CreditDeposit: { limits: fitted },
  CreditPlayMoney: { limits: fitted },
  CreditReferrer: oneIsEnough,
  FinishRoleChange: { roleNeedsFactor: false },
  FundPool: oneIsEnough,
  ReofferPlan: oneIsEnough,
  OfferPlan: oneIsEnough,
  RecordSecurityChange: { undoneWithinMs: null },
  OpenOwner: { vouched: false },
  OpenInvestment: { limits: fitted, coolingOffMs: 0, needsAnswers: false },
  PayInCapital: oneIsEnough,
  PayWithdrawal: oneIsEnough,
  ProposeRoleChange: { roleNeedsFactor: false },
  ReleaseDeposit: { limits: fitted },
  ReleaseBankExport: oneIsEnough,
  ReleasePayoutList: oneIsEnough,
  ReleaseReceipt: { limits: fitted },
  RequestWithdrawal: {
    isOfFirm: false,
    holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
    mustBeVerified: false,
    limits: fitted,
    bounds: fitted,
  },
  SaveDestination: { isOfFirm: false, usableFrom: null, mustBeVerified: false },
  SendPayoutBatch: oneIsEnough,
  SubmitVerification: { served: fitted },
} satisfies { [N in CommandName]?: Partial<CommandOf<N>> }

type Usual<N> = N extends keyof typeof usual ? keyof (typeof usual)[N] : never

/** A command as a test gives it. */
export type Given<N extends CommandName> = Omit<CommandOf<N>, Usual<N>> &
  Partial<Pick<CommandOf<N>, Extract<Usual<N>, keyof CommandOf<N>>>>

export const asUsual = <N extends CommandName>(kind: N, given: Given<N>): CommandOf<N> =>
  ({ ...(kind in usual ? usual[kind as keyof typeof usual] : {}), ...given }) as CommandOf<N>
