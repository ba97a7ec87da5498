/** How staff read whom an announcement is for. */
import { audienceStatuses, type AudienceStatus } from '../../../contract/announcement-sending.ts'
import { countryName } from '../../../lib/countries.ts'

export type Audience = {
  planTitle: string | null
  status: AudienceStatus | null
  country: string | null
}

/** “Everybody” or “Active accounts that hold Steady, of people verified in Germany”. */
export function audienceWords({ planTitle, status, country }: Audience): string {
  if (planTitle === null && status === null && country === null) return 'Everybody'
  const words = [
    status === null ? 'All accounts' : audienceStatuses[status],
    ...(planTitle === null ? [] : [`that hold ${planTitle}`]),
    ...(country === null ? [] : [`of people verified in ${countryName(country)}`]),
  ]
  return words.join(' ')
}

export const peopleInWords = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
