/**
 * Words of people that run from right to left, set apart in sentences that run from left to right: without that, the
 * amount beside a name changes its place (Unicode Standard Annex 9, section 6.2).
 */
const first = '\u2068'
const last = '\u2069'

const rightToLeft = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`
const hasRightToLeft = new RegExp(rightToLeft, 'u')
/** What a line has that isn't all of somebody's own: letters from left to right, or an amount. */
const isOurs =
  /\p{Sc}|(?=\p{L})(?!\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko})/u
const controls = /[\u202A-\u202E\u2066-\u2069]/g

/** Words one after the other, as in a name; no digits, so that an amount between two names stays where it is. */
const stretch = String.raw`${rightToLeft}(?:[\p{M}\s'’.\-־׳״ـ\u200C\u200D]*${rightToLeft})*\p{M}*`
const toSetApart = new RegExp(
  String.raw`(?<kept>\u2068[^\u2066-\u2069]*\u2069)|(?<control>[\u202A-\u202E\u2066-\u2069])|“(?<quoted>[^“”]*)”|(?<words>${stretch})`,
  'gu',
)

/** What stands apart in a text that is in order. */
export const apart = /\u2068([^\u2066-\u2069]*)\u2069/g

/** All of what somebody wrote, which runs as its first letter does. Controls of its own would reach out of it. */
export function setApart(text: string): string {
  const bare = text.replace(controls, '')
  return hasRightToLeft.test(bare) ? first + bare + last : bare
}

function lineInOrder(line: string): string {
  if (!isOurs.test(line)) return line.includes(first) ? line : setApart(line)
  return line.replace(toSetApart, (found, ...rest) => {
    const { kept, control, quoted, words } = rest.at(-1) as Record<string, string | undefined>
    if (kept) return kept
    if (control) return ''
    if (quoted !== undefined) return `“${quoted.includes(first) ? quoted : setApart(quoted)}”`
    return words ? first + words + last : found
  })
}

/** A text of ours with words of people in it: theirs keep their direction, everything else its place. */
export function inOrder(text: string): string {
  return hasRightToLeft.test(text) || text.search(controls) >= 0
    ? text.split('\n').map(lineInOrder).join('\n')
    : text
}
