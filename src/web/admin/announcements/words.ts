/** How staff read whom an announcement is for. */
import type { AudienceStatus } from '../../../contract/announcement.ts'
import { countryName } from '../../../lib/countries.ts'

export type Audience = {
  planTitle: string | null
  status: AudienceStatus | null
  country: string | null
}

const everybody = 'Everybody'

const ofStatus: Record<AudienceStatus, string> = {
  active: 'active accounts',
  frozen: 'frozen accounts',
}

/** “Everybody” or “Active accounts that hold Steady, of people verified in Germany”. */
export function audienceWords({ planTitle, status, country }: Audience): string {
  if (planTitle === null && status === null && country === null) return everybody
  const accounts = status === null ? 'accounts' : ofStatus[status]
  const words = [
    status === null ? 'All accounts' : accounts[0]!.toUpperCase() + accounts.slice(1),
    ...(planTitle === null ? [] : [`that hold ${planTitle}`]),
    ...(country === null ? [] : [`of people verified in ${countryName(country)}`]),
  ]
  return words.join(' ')
}

export const peopleInWords = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
