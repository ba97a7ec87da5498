/** A bank's reference, as statements spell it, and as it is compared. */

/** What people typed, with look-alikes of other widths made plain; null where it can't be a bank's: those write letters without accents, digits and a few signs. */
export function bankReference(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  return /^[ -~]+$/.test(plain) && /[A-Za-z0-9]/.test(plain) ? plain : null
}

/** The same for every spelling of one reference: letters and digits alone, in capitals, whatever their width; of signs alone, as it is. */
export function referenceKey(reference: string): string {
  const plain = reference.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain === '' ? reference : plain.toUpperCase()
}
