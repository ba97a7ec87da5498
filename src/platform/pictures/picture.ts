/**
 * Makes a picture anew from what a stranger sent: only its pixels are kept, turned as its camera held them, in sRGB. What
 * was written beside them (place, camera, other files appended) is gone. Runs in a process of its own.
 */
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import type { Accepted, Refused } from './task.ts'

// Of all that libvips reads, what is accepted and nothing else. One thread, and nothing kept from one picture to the next.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** More than a camera of a phone takes. Decoded line by line they need little memory. */
const maxPixels = 40_000_000
/** What is built up in passes (progressive JPEG, interlaced PNG) is in memory as a whole, with up to six bytes a pixel. */
const maxPixelsInPasses = 12_000_000

export const longestSide = 2400
const quality = 85

/** A few warnings are in many a photo; what is cut short isn't a photo any more. */
const reading: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels }

const isTooLarge = ({ width, height, isProgressive }: Metadata) =>
  width * height > (isProgressive ? maxPixelsInPasses : maxPixels)

/** What EXIF says of how the camera was held: turned clockwise, after it was mirrored. */
const turns: Record<number, { mirrored: boolean; degrees: number }> = {
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
}

/** A picture as it is kept, from pixels that are in memory already. */
export function jpegOf(
  data: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
  orientation = 1,
): Promise<Buffer> {
  const turn = turns[orientation]
  const pixels = sharp(data, { raw: { width, height, channels } })
  if (turn) pixels.flop(turn.mirrored).rotate(turn.degrees)
  return pixels.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
}

/**
 * Made smaller while it is decoded, and turned afterwards: a large picture that is turned first would be in memory as a
 * whole.
 */
export async function madeAnew(bytes: Uint8Array): Promise<Accepted | Refused> {
  const metadata = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata()
  if (isTooLarge(metadata)) return 'too-many-pixels'
  const { data, info } = await sharp(bytes, reading)
    .resize({
      width: longestSide,
      height: longestSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const made = await jpegOf(data, info, metadata.orientation)
  return { mediaType: 'image/jpeg', pages: 1, bytes: made }
}
