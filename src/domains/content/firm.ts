/** `firm.yaml`: who the firm is, where its links lead, and its marks. */
import { z } from 'zod'
import { text } from '../../contract/fields.ts'
import type { Mode } from '../../platform/config.ts'
import { picture, pictureFile, type PictureShelf } from './pictures.ts'

/** An address outside, or a place on this site. */
export const link = z
  .string()
  .regex(
    /^(https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+|\/[^\s/\\][^\s]*)$/,
    'must be an address like https://example.org, mailto:, tel: or a path of this site',
  )

export const line = (label: string) => text(300, label)
export const paragraph = (label: string) => text(2000, label)

const wallet = z.strictObject({
  asset: line('asset'),
  network: line('network'),
  address: line('address'),
  note: line('note'),
})
const office = z.strictObject({ country: line('country'), lines: z.array(line('lines')).min(1) })

/** A demonstration is about a firm that is made up, and nothing else is. */
export const firmFile = (shelf: PictureShelf, mode: Mode) =>
  z
    .strictObject({
      sample: z.literal(
        mode === 'demo',
        mode === 'demo'
          ? 'must be true: a demonstration is about a made-up firm'
          : 'must be false: a sample firm is for demonstrations only',
      ),
      name: text(60, 'name'),
      says: paragraph('says'),
      copyright: line('copyright'),
      links: z.strictObject({
        support: link,
        channel: link,
        manager: link,
        messagingChat: link,
        phoneChat: link,
      }),
      email: z.strictObject({ address: z.email('address must be an e-mail address'), link }),
      wallets: z.array(wallet).min(1),
      offices: z.array(office).min(1),
      pictures: z.strictObject({
        mark: picture(shelf),
        icon: pictureFile(shelf),
        touchIcon: pictureFile(shelf),
        /** For home screens. Of what is maskable a phone may cut off all but the middle. */
        appIcons: z
          .array(z.strictObject({ file: pictureFile(shelf), maskable: z.boolean() }))
          .min(1),
        socialCard: z.strictObject({ file: pictureFile(shelf), alt: line('alt') }),
      }),
    })
    .superRefine(({ sample, says }, context) => {
      if (sample && !says.includes('made-up'))
        context.addIssue({
          code: 'custom',
          path: ['says'],
          message: 'The sample firm must say that it is made up',
        })
    })
export type Firm = z.output<ReturnType<typeof firmFile>>
