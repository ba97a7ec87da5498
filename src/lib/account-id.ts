/**
 * Account IDs: `GH-` and ten digits, the first not 0, the last a Damm check digit, which catches
 * every single wrong digit and every swap of neighbours.
 * Source of the quasigroup: H. Michael Damm, "Total anti-symmetrische Quasigruppen", 2004.
 */
const damm = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

function checkDigit(digits: string): string {
  let interim = 0
  for (const digit of digits) interim = Number(damm[interim]![Number(digit)])
  return String(interim)
}

/** Nine digits (the first not 0) to a whole account ID. */
export function accountIdFromDigits(nineDigits: string): string {
  if (!/^[1-9]\d{8}$/.test(nineDigits))
    throw new RangeError('an account ID is made of nine digits, the first not 0')
  return `GH-${nineDigits}${checkDigit(nineDigits)}`
}

/** Whether a text is an account ID without a typing mistake. */
export function isAccountId(text: string): boolean {
  return /^GH-[1-9]\d{9}$/.test(text) && checkDigit(text.slice(3)) === '0'
}

/** What a person typed, written as an account ID: they may put spaces, dashes and the letters where they like. */
export function accountIdFromText(typed: string): string {
  const characters = typed
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replace(/^GH?/, '')
  return characters === '' ? '' : `GH-${characters}`
}
