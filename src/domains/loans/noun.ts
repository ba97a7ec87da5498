import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import {
  answerLoanApplication,
  applyForLoan,
  askMoreForLoan,
  withdrawLoanApplication,
} from './applications.ts'
import { letters } from './mails.ts'
import { loanProposals } from './proposals.ts'
import { proposeLoan, proposeLoanDefault, proposeLoanRefusal } from './propose.ts'
import { loanCommands } from './running.ts'
import { loanApplications, loanDues, loans } from './table.ts'

export const noun = {
  commands: {
    ApplyForLoan: applyForLoan,
    AnswerLoanApplication: answerLoanApplication,
    WithdrawLoanApplication: withdrawLoanApplication,
    AskMoreForLoan: askMoreForLoan,
    ProposeLoan: proposeLoan,
    ProposeLoanRefusal: proposeLoanRefusal,
    ProposeLoanDefault: proposeLoanDefault,
    ...loanCommands,
  },
  writers: [loanApplications, loans, loanDues],
  letters,
  proposals: loanProposals,
  finds: [
    {
      kind: 'loan',
      text: `select loan.id, loan.owner_id as owner, loan.status as said, loan.started_at as at from loans loan, sought where loan.id = sought.id`,
    },
  ],
  // Whoever was asked for more decides when it goes on.
  waits: {
    of: 'loans',
    may: 'lend',
    text: "select id, amount, submitted_at as at, array[]::uuid[] as begun, array[owner_id] as about from loan_applications where status = 'submitted'",
    has: ['amount'],
    rows: waitingRows(loanApplications, (one) => ({
      waits: one.status === 'submitted',
      may: 'lend',
      begun: [],
      about: [one.owner],
    })),
  },
} satisfies Noun
