/** Every picture of the pack: its name and how it is drawn. */
import { about } from './about.ts'
import { agriculture } from './agriculture.ts'
import { certificate } from './certificate.ts'
import { cryptocurrency } from './cryptocurrency.ts'
import { icon, mark } from './mark.ts'
import { realEstate } from './real-estate.ts'
import { seal, sealNumbers } from './seals.ts'
import { stockTrading } from './stock-trading.ts'

export const drawings: Record<string, () => string> = {
  'agriculture.svg': agriculture,
  'cryptocurrency.svg': cryptocurrency,
  'real-estate.svg': realEstate,
  'stock-trading.svg': stockTrading,
  'about.svg': about,
  'certificate.svg': certificate,
  ...Object.fromEntries(sealNumbers.map((number) => [`seal-${number}.svg`, () => seal(number)])),
  'mark.svg': mark,
  'icon.svg': icon,
}
