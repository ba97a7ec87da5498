/** What the specification claims about the firm (rule 2), and where a page states it without a label in the same section. */
import type { Page } from 'playwright-core'

/** Each of them stands somewhere on the public site of the demonstration, and says there that it is a sample. */
export const claims = [
  '\\b2014\\b',
  '\\blicensed\\b',
  'AI-driven',
  '\\b11,000\\+',
  '\\b365\\b',
  '\\$11,456,789',
  '\\$3,567,787',
  '\\b1-3 business days',
  '\\b2-3 business days',
  'starts at \\$50\\b',
  '\\b15%',
  '10% (bonus|of the friend)',
  'bonus of 10%',
  '\\$10,000 USD',
  '\\b24 hours',
  '\\b48 hours',
  '\\$5,000 to \\$50,000',
  '5% annually',
  '12 to 36 months',
  '\\$50 per missed payment',
  'Public Sale',
  'Team and Advisors',
  '\\b30%',
  '\\b45%',
  '\\b25%',
  '\\b20%',
  '\\$5M',
  '\\b50K',
  '\\$25M',
  '\\b250K',
  '\\$100M',
  '\\b1M\\b',
  '\\$2\\.3T',
  '\\b340%',
  '1M\\+',
  '99\\.9%',
  'Sample investor \\d',
  'Certificate of achievement',
  'Starter Growth',
  'Platinum Pro',
  '^(USA|Canada|Japan)$',
  'THIS-IS-NO-ADDRESS',
]

/** Those that the dashboard and the back office could repeat about the firm; a plan and its rate are an offer there, not a claim. */
export const claimsAboutTheFirm = [
  '\\b2014\\b',
  '\\blicensed\\b',
  'AI-driven',
  '\\b11,000\\+',
  '\\$11,456,789',
  '\\$3,567,787',
  '\\$10,000 USD',
  '\\$2\\.3T',
  '\\b340%',
  '99\\.9%',
]

export type Claim = { claim: string; words: string; labelled: boolean }

/** Every place where a claim stands, in text, pictures or what is read out, folded parts included. */
export function statedClaims(page: Page, sought: readonly string[]): Promise<Claim[]> {
  return page.evaluate(
    (patterns) => {
      const isLabel = (element: Element) =>
        element.childElementCount === 0 &&
        element.textContent === 'Sample' &&
        element.checkVisibility() &&
        element.getBoundingClientRect().width > 0
      // A label counts for the section that it stands in, and not for those around it.
      const sectionOf = (element: Element) =>
        element.closest('section, article, footer, aside, form')
      const labelledSections = new Set(
        [...document.body.querySelectorAll('*')].filter(isLabel).map(sectionOf),
      )
      const stated: [words: string, where: Element][] = []
      for (const element of document.body.querySelectorAll('*:not(script, style, noscript)')) {
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
            stated.push([element.textContent!.trim(), element])
        for (const name of ['alt', 'aria-label', 'title']) {
          const words = element.getAttribute(name)
          if (words) stated.push([words, element])
        }
      }
      return patterns.flatMap((claim) =>
        stated
          .filter(([words]) => new RegExp(claim, 'i').test(words))
          .map(([words, element]) => ({
            claim,
            words: words.slice(0, 120),
            labelled: labelledSections.has(sectionOf(element)),
          })),
      )
    },
    [...sought],
  )
}
