/** A worker that does nothing but charge what is due of loans: DATABASE. */
import { createLoanLane } from '../../src/domains/loans/due.ts'
import { workUntilKilled } from './lone-worker.ts'

await workUntilKilled(createLoanLane)
