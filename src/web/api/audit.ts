/** What staff did, the record of each, the chains that hold them, and the daily roots. */
import {
  getAudit,
  getAuditCsv,
  getAuditRecord,
  getAuditRoots,
  verifyChain,
} from '../../contract/audit.ts'
import { pages, read } from './calls.ts'
import { addressOf, type Argument } from './request.ts'

/** What the list is narrowed to; the times in UTC, from the first to before the last. */
export type AuditChoice = Exclude<Argument<typeof getAuditCsv>, void>

// Whatever staff change is something that they did.
export const useAuditInfiniteQuery = pages(getAudit, [
  'User',
  'Withdrawals',
  'Treasury',
]).useInfiniteQuery
export const useLastRootQuery = read(getAuditRoots, ['Treasury'], {
  always: { limit: '1' },
}).useQuery
export const useAuditRecordQuery = read(getAuditRecord, ['User']).useQuery
export const useLazyVerifyPartQuery = read(verifyChain, [], { keepUnusedDataFor: 0 }).useLazyQuery

/** Where the browser fetches the list as a file. */
export const auditCsvPath = (choice: AuditChoice) => addressOf(getAuditCsv, choice)
