import { documentWords, type ShownDocument } from '../../../contract/document.ts'
import { showDate } from '../../ui/dates.ts'

const kB = 1024

export const sizeIn = (bytes: number) =>
  bytes < kB * kB
    ? `${Math.ceil(bytes / kB)} kB`
    : `${(bytes / kB / kB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

const formOf = ({ mediaType, pages }: ShownDocument) =>
  mediaType === 'image/jpeg' ? 'Photo' : `PDF of ${pages === 1 ? '1 page' : `${pages} pages`}`

export const titleOf = ({ kind }: ShownDocument) => documentWords[kind]

export const captionOf = (one: ShownDocument) =>
  `${formOf(one)}, ${sizeIn(one.size)}, added on ${showDate(one.addedAt)}`
