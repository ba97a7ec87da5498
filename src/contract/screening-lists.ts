/** The lists under sanctions that can be loaded, by the names that they have here. */
export const screeningLists = {
  'ofac-sdn': 'OFAC: Specially Designated Nationals',
  'ofac-consolidated': 'OFAC: consolidated list (not SDN)',
  un: 'United Nations Security Council',
  eu: 'European Union financial sanctions',
  uk: 'UK Sanctions List',
  opensanctions: 'OpenSanctions',
} as const
export type ListName = keyof typeof screeningLists
