// oxlint-disable-next-line no-control-regex -- refusing controls is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/**
 * Without NUL and other controls, and lone surrogates, which break statements, logs and mail headers; and
 * without characters that turn the direction of what follows, by which a name could change how a whole row reads.
 */
export function isCleanText(text: string): boolean {
  return !controls.test(text) && text.isWellFormed()
}

/**
 * Letters, numbers, punctuation and symbols, as Unicode sorts them: so nothing of marks alone, of what isn't assigned, of
 * private use or of tags. Those of them that draw nothing have no property in common: fillers are to be ignored by default,
 * and of the others, each is blank by its name (a braille pattern, a note, two hieroglyphs, a missing object).
 */
const drawn =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}\uFFFC])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether anything of it shows on a screen. */
export function isVisible(text: string): boolean {
  return drawn.test(text)
}

/** "Ada Lovelace" to "A** L*******": enough to recognise a person, too little to learn one. */
export function maskName(fullName: string): string {
  return fullName
    .split(' ')
    .map((word) => {
      const [first, ...rest] = Array.from(word)
      return (first ?? '') + '*'.repeat(rest.length)
    })
    .join(' ')
}
