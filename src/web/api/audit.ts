/** What staff did, the record of each, the chains that hold them, and the daily roots. */
import {
  getAudit,
  getAuditCsv,
  getAuditRecord,
  getAuditRoots,
  verifyChain,
} from '../../contract/audit.ts'
import { api } from './api.ts'
import { byCursor } from './paging.ts'
import { pathOf, type Reply } from './request.ts'

type Page = Reply<typeof getAudit>

/** What the list is narrowed to; the times in UTC, from the first to before the last. */
export type AuditChoice = {
  search?: string
  kind?: string
  outcome?: string
  actor?: string
  subject?: string
  from?: string
  to?: string
}

const audit = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<Page, AuditChoice, string>({
      infiniteQueryOptions: byCursor<Page>(),
      query: ({ queryArg, pageParam }) => ({
        endpoint: getAudit,
        query: { ...queryArg, cursor: pageParam || undefined },
      }),
      // Whatever staff change is something that they did.
      providesTags: ['User', 'Withdrawals', 'Treasury'],
    }),
    lastRoot: build.query<Reply<typeof getAuditRoots>, void>({
      query: () => ({ endpoint: getAuditRoots, query: { limit: '1' } }),
      providesTags: ['Treasury'],
    }),
    auditRecord: build.query<Reply<typeof getAuditRecord>, string>({
      query: (commandId) => ({ endpoint: getAuditRecord, params: { commandId } }),
      providesTags: ['User'],
    }),
    verifyPart: build.query<Reply<typeof verifyChain>, { owner: string; cursor?: string }>({
      query: ({ owner, cursor }) => ({
        endpoint: verifyChain,
        params: { ownerId: owner },
        query: { cursor },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useAuditInfiniteQuery,
  useAuditRecordQuery,
  useLastRootQuery,
  useLazyVerifyPartQuery,
} = audit

/** Where the browser fetches the list as a file. */
export function auditCsvPath(choice: AuditChoice): string {
  const query = new URLSearchParams(choice).toString()
  return pathOf({ endpoint: getAuditCsv }) + (query && `?${query}`)
}
