import { undoneWithinMs, type Policy } from '../../platform/policy.ts'
import type { AccessWait } from './rules.ts'

export const accessWait = (policy: Policy): AccessWait => ({
  waitMs: policy.accessChangeWaitMs,
  earlierForMs: undoneWithinMs(policy),
})
