/** `whitepaper.yaml`: the paper's words, its charts and its call. The page and the PDF both show exactly this. */
import { z } from 'zod'
import { maxShares } from '../../contract/charts.ts'
import type { Block, Whitepaper } from '../../contract/site.ts'
import { readContentFile } from '../../platform/content-file.ts'
import { line, paragraph } from './firm.ts'
import { prose } from './prose.ts'

const share = z.strictObject({
  name: line('name'),
  percent: z
    .int('percent must be a whole number')
    .min(1, 'percent must be 1 at least')
    .max(100, 'percent can be 100 at most'),
  note: line('note'),
})

const shares = z
  .array(share, 'shares are needed')
  .min(2, 'a whole has two shares at least')
  .max(maxShares, `a chart can tell ${maxShares} shares apart`)
  .superRefine((parts, context) => {
    const sum = parts.reduce((total, { percent }) => total + percent, 0)
    if (sum !== 100)
      context.addIssue({
        code: 'custom',
        message: `the shares add up to ${sum}, and must add up to 100`,
      })
  })

const year = z.strictObject({
  year: z
    .int('year must be a whole number')
    .min(1900, 'year must be a year')
    .max(2999, 'year must be a year'),
  revenueMillions: z
    .number('revenueMillions must be a number')
    .min(0, 'revenueMillions cannot be below zero'),
  usersThousands: z
    .number('usersThousands must be a number')
    .min(0, 'usersThousands cannot be below zero'),
})

const years = z
  .array(year, 'years are needed')
  .min(1, 'a projection has a year at least')
  .max(8, 'a projection has 8 years at most')
  .superRefine((list, context) => {
    for (const [index, { year: current }] of list.entries()) {
      if (index > 0 && current <= list[index - 1]!.year)
        context.addIssue({
          code: 'custom',
          path: [index, 'year'],
          message: 'years follow one another',
        })
    }
  })

const chart = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('shares'),
      drawn: z.enum(['window', 'ring'], 'drawn is window or ring'),
      title: line('title'),
      caption: paragraph('caption'),
      shares,
    }),
    z.strictObject({
      kind: z.literal('projection'),
      title: line('title'),
      caption: paragraph('caption'),
      years,
    }),
  ],
  { error: 'kind is shares or projection' },
)

/** The paper's own headings are its sections: each stands in the table of contents. */
const sectionText = prose().superRefine((blocks: Block[], context) => {
  if (blocks.some(({ kind }) => kind === 'heading'))
    context.addIssue({
      code: 'custom',
      message: 'a section of the whitepaper has no headings of its own',
    })
})

const section = z.strictObject({
  id: z
    .string('id is required')
    .regex(/^[a-z]+(-[a-z]+)*$/, 'id must be words in small letters, joined by hyphens'),
  title: line('title'),
  text: sectionText,
  charts: z.array(chart).default([]),
})

/** Stand on the page beside the sections. */
const idsOfTheFrame = ['content', 'menu', 'contact', 'call']

const sections = z
  .array(section, 'sections are needed')
  .min(1, 'a whitepaper has a section at least')
  .superRefine((list, context) => {
    const taken = new Set(idsOfTheFrame)
    for (const [index, { id }] of list.entries()) {
      if (taken.has(id))
        context.addIssue({ code: 'custom', path: [index, 'id'], message: `${id} is taken already` })
      taken.add(id)
    }
  })

const day = z.iso.date('updated must be a date like 2025-05-30').transform((value) => ({
  day: value,
  written: new Date(`${value}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }),
}))

export const whitepaperFile = z.strictObject({
  title: line('title'),
  description: line('description'),
  updated: day,
  text: paragraph('text'),
  targets: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    figures: z
      .array(z.strictObject({ value: line('value'), label: line('label') }))
      .min(1, 'a figure at least')
      .max(4, 'four figures at most'),
  }),
  sections,
  call: z.strictObject({ title: line('title'), text: paragraph('text') }),
})

/** Throws `CannotStart`, naming file, line and field of what is wrong. */
export function readWhitepaper(folder: string): Whitepaper {
  const { sections: read, ...paper } = readContentFile(folder, 'whitepaper.yaml', whitepaperFile)
  return { ...paper, sections: read.map(({ text, ...rest }) => ({ ...rest, blocks: text })) }
}
