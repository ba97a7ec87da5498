import type { Noun } from '../noun.ts'
import { reconcileBank } from './rules.ts'
import { reconciliations } from './table.ts'

export const noun = {
  commands: { ReconcileBank: reconcileBank },
  writers: [reconciliations],
} satisfies Noun
