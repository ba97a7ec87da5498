// oxlint-disable-next-line no-control-regex -- refusing controls is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** What no XML can hold, not even escaped (XML 1.0, 2.2): most controls, lone surrogates, and two that are no characters. */
// oxlint-disable-next-line no-control-regex -- refusing controls is the point
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/u

/**
 * More marks in a row than the Stream-Safe Text Format has (UAX #15, 12): no language needs them, and putting
 * 30,000 of them into their order takes seconds.
 */
const manyMarks = /\p{M}{31}/u

/** Whether files for banks and other programs can hold it: one character that XML forbids makes a whole file unreadable. */
export const isXmlText = (text: string): boolean => !notXml.test(text)

/** As XML can hold it: a question mark, which banks' files may have, for each character that it can't. */
export const asXmlText = (text: string): string => text.replaceAll(new RegExp(notXml, 'gu'), '?')

/**
 * The rule for text that people write. Without NUL and other controls, lone surrogates and what XML forbids, which
 * break statements, logs, mail headers and files; without characters that turn the direction of what follows, by which
 * a name could change how a whole row reads; and without endless marks on one character.
 */
export function isCleanText(text: string): boolean {
  return !controls.test(text) && isXmlText(text) && !manyMarks.test(text)
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

/** What most lines are: words of plain letters, one blank between. */
const isPlainLine = (text: string): boolean => /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)

/** Of bank's files one line, cut where nobody reads on, without what breaks lists and logs. */
export function lineOfBank(text: string, length = 500): string {
  // Files have a hundred thousand of them.
  if (text.length <= length && isPlainLine(text)) return text
  const line = Array.from(text.toWellFormed(), (char) => (isCleanText(char) ? char : ' '))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, length).join('')
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
