/** Nobody pays to be lent money, and the true price stands beside the rate: in every text of the product and of its content. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, isTest, root } from './support/source.ts'
import { linesOfContent, textsIn, type Text } from './support/texts.ts'

const aboutLoans = /\b(loans?|lend(?:s|ing)?|lent|borrow\w*)\b/i
const paying = String.raw`\b(?:pay|send|deposit|transfer|remit|top up|wire|fund)\b`
/** A payment on which something of a loan hangs. */
const paysFirst = new RegExp(
  `${paying}[^.]*\\b(?:before|first|to (?:get|receive|be lent|apply|unlock|secure|release)|in order to|so that)\\b|\\b(?:application|processing|release|insurance|guarantee) fee\\b`,
  'i',
)
const nothingIsAsked = /\b(?:never|nobody|nothing|no one|needn’t|not|n’t)\b/i

const sentencesOf = ({ where, text }: Text): Text[] =>
  text.split(/(?<=[.!?])\s+/).map((sentence) => ({ where, text: sentence }))

const asksIn = (texts: Text[]) =>
  texts
    .filter(({ text }) => aboutLoans.test(text))
    .flatMap(sentencesOf)
    .filter(({ text }) => paysFirst.test(text) && !nothingIsAsked.test(text))
    .map(({ where, text }) => `${where} ${text}`)

test('no page, mail or policy asks for money before a loan', () => {
  const texts = [...textsIn('src/**/*.{ts,tsx}'), ...linesOfContent()]
  expect(texts.filter(({ text }) => aboutLoans.test(text)).length).toBeGreaterThan(100)
  expect(asksIn(texts)).toEqual([])
})

test.each([
  'Your loan is approved. Pay the insurance first.',
  'To be lent $10,000, send the deposit before Friday so that the loan is released.',
  'A processing fee is due for your loan.',
])('these words would be found: %s', (text) => {
  expect(asksIn([{ where: 'here', text }])).toHaveLength(1)
})

// The lines of what a loan comes to (calculator.tsx) say it as well.
test('wherever the yearly rate of a loan is shown, its effective rate is as well', () => {
  const shown = filesOf('src/web/**/*.{ts,tsx}')
    .filter((path) => !isTest(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) =>
      /asPercent\([^)]*yearlyRate|asPercent\(Number\(facts\.yearlyRate/.test(text),
    )
  expect(shown.length).toBeGreaterThan(1)
  expect(
    shown.filter(({ text }) => !/effective|outcomeLines/i.test(text)).map(({ path }) => path),
  ).toEqual([])
})
