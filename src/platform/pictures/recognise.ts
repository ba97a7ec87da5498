/** What a file is, by its content: what it is called and what its sender says of it counts for nothing. */
import { fileTypeFromBuffer } from 'file-type'
import type { Refused } from './task.ts'

const office = /zip|officedocument|opendocument|msword|cfb|rar|7z|gzip|x-tar|epub/

/** Formats that are text begin with a sign; SVG and HTML can run programs. */
const looksLikeMarkup = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 512))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .startsWith('<')

export async function kindOf(bytes: Uint8Array): Promise<'picture' | 'pdf' | Refused> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes)) ?? {}
  if (mime === 'image/jpeg' || mime === 'image/png' || mime === 'image/webp') return 'picture'
  if (mime === 'application/pdf') return 'pdf'
  if (/^image\/(hei[cf]|avif)/.test(mime)) return 'heif'
  if (office.test(mime)) return 'office'
  return looksLikeMarkup(bytes) ? 'markup' : 'another-kind'
}
