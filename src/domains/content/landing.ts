/** `landing.yaml`: every word, figure and picture of the landing page, but for the plans, which the database keeps. */
import { z } from 'zod'
import { money } from '../../contract/fields.ts'
import { line, link, paragraph } from './firm.ts'
import { picture, type PictureShelf } from './pictures.ts'

const titled = z.strictObject({ title: line('title'), text: paragraph('text') })

const bookLine = z.strictObject({
  date: line('date'),
  what: line('what'),
  note: line('note'),
  amount: money,
  staff: z.boolean().default(false),
  /** Under which name it stands when the balance is opened; equal names are added up. */
  opens: line('opens'),
})

/** A sample account: its balance is the sum of its lines, so it is reckoned, never stated. */
const book = z
  .strictObject({ title: line('title'), lines: z.array(bookLine).min(1) })
  .transform(({ title, lines }) => {
    let balance = 0n
    const kept = lines.map(({ date, what, note, staff, amount }) => {
      balance += amount
      return { date, what, note, staff, amountCents: String(amount), balanceCents: String(balance) }
    })
    const opened = new Map<string, bigint>()
    for (const { opens, amount } of lines) opened.set(opens, (opened.get(opens) ?? 0n) + amount)
    return {
      title,
      lines: kept,
      balanceCents: String(balance),
      opened: [...opened].map(([label, cents]) => ({ label, amountCents: String(cents) })),
    }
  })

const review = (shelf: PictureShelf) =>
  z.strictObject({
    text: paragraph('text'),
    name: line('name'),
    note: line('note'),
    picture: picture(shelf),
    source: link.nullable().default(null),
  })

export const landingFile = (shelf: PictureShelf) =>
  z.strictObject({
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
    about: z.strictObject({
      title: line('title'),
      paragraphs: z.array(paragraph('paragraphs')).min(1),
      picture: picture(shelf),
    }),
    start: z.strictObject({ title: line('title'), steps: z.array(titled).min(1) }),
    plans: z.strictObject({
      title: line('title'),
      text: paragraph('text'),
      caption: paragraph('caption'),
    }),
    calculator: z.strictObject({ title: line('title'), text: paragraph('text'), example: money }),
    statistics: z
      .strictObject({
        title: line('title'),
        figures: z.array(z.strictObject({ value: line('value'), label: line('label') })).min(1),
      })
      .optional(),
    safety: z.strictObject({
      title: line('title'),
      text: paragraph('text'),
      note: paragraph('note'),
    }),
    book: book.optional(),
    features: z.array(titled).min(1),
    certificate: z
      .strictObject({ title: line('title'), text: paragraph('text'), picture: picture(shelf) })
      .optional(),
    reviews: z
      .strictObject({ title: line('title'), items: z.array(review(shelf)).min(1) })
      .optional(),
    faq: z.strictObject({
      title: line('title'),
      text: paragraph('text'),
      items: z
        .array(z.strictObject({ question: line('question'), answer: paragraph('answer') }))
        .min(1),
    }),
  })
export type LandingFile = z.output<ReturnType<typeof landingFile>>
