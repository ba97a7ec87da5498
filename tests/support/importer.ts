/** A worker that does nothing but book imports: DATABASE. */
import { createImporting } from '../../src/domains/customer-imports/due.ts'
import { workUntilKilled } from './lone-worker.ts'
import { testMacKeys } from './stamp.ts'

await workUntilKilled((parts) => createImporting({ ...parts, macKeys: testMacKeys }))
