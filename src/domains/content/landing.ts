/** `landing.yaml`: every word, figure and picture of the landing page, but for the plans, which the database keeps. */
import { z } from 'zod'
import { money } from '../../contract/fields.ts'
import type { SampleBook } from '../../contract/site.ts'
import type { Mode } from '../../platform/config.ts'
import { filledParagraph, known, line, link, paragraph } from './firm.ts'
import { picture, type PictureShelf } from './read/pictures.ts'

const titled = z.strictObject({ title: line('title'), text: paragraph('text') })

const bookLine = z.strictObject({
  date: line('date'),
  what: line('what'),
  /** Who and how; of what staff booked, `by` and `why` say it. */
  note: line('note').optional(),
  by: line('by').optional(),
  why: line('why').optional(),
  amount: money,
  /** Under which name it stands when the balance is opened; equal names are added up. */
  opens: line('opens'),
})

/** What staff book has a name and a reason, and stands nowhere without them. */
const bookLines = z
  .array(
    bookLine.refine(({ note, by, why }) => (note ? !by && !why : by && why), {
      error: 'needs a note, or of what staff booked by and why',
    }),
  )
  .min(1)

/** A sample account: its balance is the sum of its lines, so it is reckoned, never stated. */
const book = z
  .strictObject({ title: line('title'), lines: bookLines })
  .transform(({ title, lines }): SampleBook => {
    let balance = 0n
    const kept = lines.map(({ date, what, note, by, why, amount, opens }) => {
      balance += amount
      const signed = by && why ? { by, why } : null
      const shown = {
        date,
        what,
        note: note ?? `${by}: “${why}”`,
        signed,
        amountCents: String(amount),
        balanceCents: String(balance),
      }
      return { shown, amount, opens }
    })
    const opened = Map.groupBy(kept, ({ opens }) => opens)
    return {
      title,
      lines: kept.map(({ shown }) => shown),
      balanceCents: String(balance),
      opened: [...opened].map(([label, group]) => ({
        label,
        amountCents: String(group.reduce((sum, { amount }) => sum + amount, 0n)),
        lines: group.map(({ shown }) => shown),
      })),
    }
  })

/** In live each says where it was said: a review that nobody can look up is a claim like any other. */
const review = (shelf: PictureShelf, mode: Mode) =>
  z.strictObject({
    text: paragraph('text'),
    name: line('name'),
    note: line('note'),
    picture: picture(shelf),
    source: mode === 'demo' ? link.nullable().default(null) : reviewSource,
  })

const reviewSource = z
  .string('source is needed: a review says where it was said')
  .regex(/^https:\/\/[^\s/]+\.[^\s]+$/, 'source must be an address that begins with https://')
  .nullable()
  .refine((source) => source !== null, 'source is needed: a review says where it was said')

const sections = (shelf: PictureShelf) => ({
  about: z.strictObject({
    title: line('title'),
    paragraphs: z.array(paragraph('paragraphs')).min(1),
    picture: picture(shelf),
  }),
  start: z.strictObject({ title: line('title'), steps: z.array(titled).min(1) }),
  calculator: z.strictObject({ title: line('title'), text: paragraph('text'), example: money }),
  safety: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    note: paragraph('note'),
  }),
  features: z.array(titled).min(1),
  faq: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    items: z
      .array(z.strictObject({ question: line('question'), answer: filledParagraph('answer') }))
      .min(1),
  }),
})

/** What stands on every landing page, and what may be left out in both modes. */
const common = (shelf: PictureShelf, mode: Mode) => ({
  title: line('title'),
  description: line('description'),
  hero: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    scenes: z
      .array(z.strictObject({ name: line('name'), picture: picture(shelf) }))
      .min(1)
      .max(6),
  }),
  plans: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    caption: paragraph('caption'),
  }),
  book: book.optional(),
  certificate: z.strictObject({
    title: line('title'),
    text: paragraph('text'),
    picture: picture(shelf),
  }),
  reviews: z.strictObject({
    title: line('title'),
    items: z.array(review(shelf, mode)).min(1),
  }),
})

const figures = z.array(z.strictObject({ value: line('value'), label: line('label') })).min(1)

const demoLanding = (shelf: PictureShelf) => {
  const {
    title,
    description,
    hero,
    plans,
    book: account,
    certificate,
    reviews,
  } = common(shelf, 'demo')
  const { about, start, calculator, safety, features, faq } = sections(shelf)
  // In the order of the page, in which complaints come.
  return z.strictObject({
    title,
    description,
    hero,
    about,
    start,
    plans,
    calculator,
    statistics: z.strictObject({ title: line('title'), figures }).optional(),
    safety,
    book: account,
    features,
    certificate: certificate.optional(),
    reviews: reviews.optional(),
    faq,
  })
}

/** Figures aren't the pack's to state in live: they come from the books. */
const liveLanding = (shelf: PictureShelf) => {
  const { certificate, reviews, ...page } = common(shelf, 'live')
  const { about, start, calculator, safety, features, faq } = sections(shelf)
  return z.strictObject({
    ...page,
    certificate: certificate.nullish(),
    reviews: reviews.nullish(),
    about: known(about),
    start: known(start),
    calculator: known(calculator),
    safety: known(safety.extend({ note: paragraph('note').optional() })),
    features: features.nullish(),
    faq: known(faq),
    statistics: z.strictObject({ title: line('title') }).nullish(),
  })
}

type Stated = {
  statistics?: { title: string; figures?: z.output<typeof figures> } | null | undefined
}
export type LandingFile = Omit<z.output<ReturnType<typeof liveLanding>>, 'statistics'> & Stated

export function landingFile(shelf: PictureShelf, mode: Mode): z.ZodType<LandingFile> {
  return mode === 'demo' ? demoLanding(shelf) : liveLanding(shelf)
}
