import type { Noun } from '../noun.ts'
import type { SomeProposal } from './kind.ts'
import { proposalCommands } from './rules.ts'
import { agreements, proposals } from './table.ts'

export const nounOf = (kinds: readonly SomeProposal[]) =>
  ({
    commands: proposalCommands(kinds),
    writers: [proposals, agreements],
  }) satisfies Noun
