/** What takes two administrators, decided in one room. */
import { inMemory } from './checkers.ts'
import type { Mutant } from './prove.ts'

const rules = inMemory(20_000)
const file = 'src/domains/proposals/rules.ts'

export const ofProposals: Mutant[] = [
  {
    name: 'proposal-by-one',
    broken: 'who proposed something agrees to it too, and it takes effect',
    checker: rules,
    sign: /AgreeToProposal .*\n(.*\n)*? *model: +\d+ same_approver/,
    edits: [
      {
        file,
        find: "if (typeof place !== 'string') return place",
        replace: "if (typeof place !== 'string' && place.code !== 'same_approver') return place",
      },
    ],
  },
  {
    name: 'proposal-by-asker',
    broken: 'who asked for what two others agree to is one of the two',
    checker: rules,
    sign: /AgreeToProposal .*\n(.*\n)*? *model: +\d+ not_on_yourself/,
    edits: [{ file, find: 'proposerCounts(kind) ? null : proposal.proposedBy', replace: 'null' }],
  },
  {
    name: 'proposal-not-as-shown',
    broken: 'a proposal is agreed to by whoever was shown something else',
    checker: rules,
    sign: /AgreeToProposal .*\n(.*\n)*? *model: +\d+ not_as_shown/,
    edits: [
      {
        file,
        find: 'if (c.shown !== canonical(kind.show(facts)))',
        replace: 'if (c.shown === "")',
      },
    ],
  },
  {
    name: 'proposal-for-ever',
    broken: 'a proposal can be agreed to after its time',
    checker: rules,
    sign: /AgreeToProposal .*\n(.*\n)*? *model: +\d+ proposal_ended/,
    edits: [
      {
        file,
        find: 'if (isOver(proposal, context.at)) return',
        replace: 'if (isOver(proposal, -1)) return',
      },
    ],
  },
]
