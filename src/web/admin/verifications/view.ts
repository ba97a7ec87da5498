/** The lists of verifications, as the address of their page names them. */
import type { VerificationWork } from '../../../contract/verification.ts'

/** Empty for all of them. */
export type Work = VerificationWork | ''

export const workWords: Record<Work, string> = {
  'to-review': 'To review',
  '': 'All',
}

/** `caseId`: the one beside the list, or empty. */
export type VerificationsView = { work: Work; caseId: string }

/** The bare address is the list of what is to be reviewed; all are named. */
const all = 'all'

export function viewIn(query: URLSearchParams): VerificationsView {
  const work = query.get('list') === all ? '' : 'to-review'
  return { work, caseId: /^[\da-f-]{36}$/.exec(query.get('case') ?? '')?.[0] ?? '' }
}

export function queryOf({ work, caseId }: VerificationsView): string {
  const query = new URLSearchParams()
  if (work === '') query.set('list', all)
  if (caseId) query.set('case', caseId)
  return query.toString()
}

/** The page of one of them, for a phone and for links. */
export const casePath = (id: string) => `/admin/verifications/${id}`
