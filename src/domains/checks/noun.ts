import { waitingRows } from '../../desk/waiting-rows.ts'
import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { isOpenFor } from '../proposals/queries.ts'
import { isCompared } from './compared.ts'
import { compareAnew, keepCheckReason, keepFinding } from './finding.ts'
import { checkDecision } from './proposals.ts'
import { beginCheck, proposeCheckDecision } from './rules.ts'
import {
  eraseFindings,
  eraseReasons,
  forgetComparisons,
  insertFindings,
  insertReasons,
} from './statements.ts'
import { checks, toldOfCheck } from './table.ts'

export const noun = {
  commands: { BeginCheck: beginCheck, ProposeCheckDecision: proposeCheckDecision },
  facts: [isCompared],
  writers: [
    checks,
    writesEffect(keepFinding, insertFindings, eraseFindings),
    writesEffect(compareAnew, forgetComparisons),
    writesEffect(keepCheckReason, insertReasons, eraseReasons),
  ],
  proposals: [checkDecision],
  // One that somebody has proposed to decide waits among the proposals.
  waits: {
    of: 'checks',
    may: 'decide-matches',
    text: `select id, begun_at as at, array[]::uuid[] as begun, array[owner_id] as about from checks
      where status = 'open' and not ${isOpenFor("'check ' || checks.id")}`,
    rows: waitingRows(checks, ({ id: check, owner, status }) => ({
      waits: status === 'open',
      may: 'decide-matches',
      begun: [],
      about: [owner],
      // Beside why it was proposed and refused.
      secret: {
        told: toldOfCheck,
        keep: (reason, by) => keepCheckReason({ check, owner, by, reason }),
      },
    })),
  },
} satisfies Noun
