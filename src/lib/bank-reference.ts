/** A bank's reference, as statements spell it, and as it is compared. */

/** A letter of any script with the accents that it has, or a digit. */
const character = String.raw`\p{L}\p{M}*|\p{N}`
const characters = new RegExp(character, 'gu')
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const plainly = new RegExp(`^(?:${character}|[ -~])+$`, 'u')
/** Letters that look like those of another alphabet, in one word with these. */
const lookAlikes =
  /(?=[\p{L}\p{M}\p{N}]*\p{Script=Latin})[\p{L}\p{M}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** What people typed, with look-alikes of other widths made plain; null where it can't be a bank's: those write letters, digits and a few signs, nothing that nobody sees, and no word in two alphabets that look alike. */
export function bankReference(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const isPlain = plainly.test(plain) && plain.search(invisible) < 0 && !lookAlikes.test(plain)
  return isPlain && /[\p{L}\p{N}]/u.test(plain) ? plain : null
}

/**
 * The same for every spelling of one reference: letters and digits alone, whatever their case and width; of signs alone, as it is.
 * JavaScript has no case folding of Unicode's. Made small and then capital, letters come to the same: `ß` as `SS`, each sigma as
 * one. Accents count, composed or not.
 */
export function referenceKey(reference: string): string {
  // Most are plain, and files have a hundred thousand of them.
  if (/^[ -~]*$/.test(reference))
    return reference.toUpperCase().replaceAll(/[^0-9A-Z]+/g, '') || reference
  const folded = reference.normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKC')
  const plain = folded.replaceAll(invisible, '').match(characters)
  return plain === null ? reference : plain.join('')
}
