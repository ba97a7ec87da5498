/** The lists of verifications, as the address of their page names them. */
import type { CasesSort, RiskGrade, VerificationWork } from '../../../contract/verification.ts'
import { isCountry } from '../../../lib/countries.ts'

/** Empty for all of them. */
export type Work = VerificationWork | ''

export const workWords: Record<Work, string> = {
  'to-review': 'To review',
  '': 'All',
}

export const riskWords: Record<RiskGrade, string> = { high: 'High', raised: 'Raised', low: 'Low' }

/** Empty: what has waited longest. */
export const sortWords: Record<CasesSort | '', string> = {
  '': 'Longest wait first',
  '-risk': 'Highest risk first',
  '-moneyAtStake': 'Most money first',
  country: 'Country',
  age: 'Youngest first',
  '-age': 'Oldest first',
}

/** What is chosen of a list; empty where it doesn't matter. */
export type Choice = { country: string; risk: RiskGrade | ''; sort: CasesSort | '' }

/** `caseId`: the one beside the list, or empty. */
export type VerificationsView = Choice & { work: Work; caseId: string }

/** The bare address is the list of what is to be reviewed; all are named. */
const all = 'all'

function oneOf<Name extends string>(words: Record<Name, string>, text: string | null): Name | '' {
  return text !== null && Object.hasOwn(words, text) ? (text as Name) : ''
}

export function viewIn(query: URLSearchParams): VerificationsView {
  const work = query.get('list') === all ? '' : 'to-review'
  const country = query.get('country') ?? ''
  return {
    work,
    caseId: /^[\da-f-]{36}$/.exec(query.get('case') ?? '')?.[0] ?? '',
    country: /^[A-Z]{2}$/.test(country) && isCountry(country) ? country : '',
    risk: oneOf(riskWords, query.get('risk')),
    // Only what waits can be sorted.
    sort: work === '' ? '' : oneOf(sortWords, query.get('sort')),
  }
}

export function queryOf({ work, caseId, country, risk, sort }: VerificationsView): string {
  const query = new URLSearchParams()
  if (work === '') query.set('list', all)
  for (const [name, value] of Object.entries({ country, risk, sort: work === '' ? '' : sort }))
    if (value) query.set(name, value)
  if (caseId) query.set('case', caseId)
  return query.toString()
}

/** As the API takes it: what doesn't matter isn't said. */
export const asked = ({ work, country, risk, sort }: VerificationsView) => ({
  ...(work ? { work } : {}),
  ...(country ? { country } : {}),
  ...(risk ? { risk } : {}),
  ...(sort ? { sort } : {}),
})

/** The page of one of them, for a phone and for links. */
export const casePath = (id: string) => `/admin/verifications/${id}`
