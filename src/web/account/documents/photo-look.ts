/** A small copy of a photo in this browser: to look at before it is sent, and to know it again while the tab is open. */
import type { Look } from './quality.ts'

/** Pixels of its longer side. */
const side = 256

export type Photo = { picture: HTMLCanvasElement; look: Look }

function greyOf({ data }: ImageData): Uint8Array {
  const grey = new Uint8Array(data.length / 4)
  // As the eye weighs them (ITU-R BT.601).
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = 0.299 * data[at * 4]! + 0.587 * data[at * 4 + 1]! + 0.114 * data[at * 4 + 2]!
  return grey
}

/** Null for what is no photo, or none that this browser can read. */
export async function photoOf(file: Blob): Promise<Photo | null> {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return null
  try {
    const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const original = { width: whole.width, height: whole.height }
    const scale = Math.min(1, side / Math.max(whole.width, whole.height))
    const picture = document.createElement('canvas')
    picture.width = Math.max(1, Math.round(whole.width * scale))
    picture.height = Math.max(1, Math.round(whole.height * scale))
    const pen = picture.getContext('2d', { willReadFrequently: true })!
    pen.drawImage(whole, 0, 0, picture.width, picture.height)
    whole.close()
    const { width, height } = picture
    return {
      picture,
      look: { grey: greyOf(pen.getImageData(0, 0, width, height)), width, height, original },
    }
  } catch {
    return null
  }
}

/** Of what this tab has sent, by the document's ID: the server shows nobody a document without saying so. */
export const sentPictures = new Map<string, HTMLCanvasElement>()
