/**
 * A photo as it is kept anyway: at most 2,400 pixels on its longer side, as JPEG. Made here it is sent in a tenth of the
 * time, its place stays on the phone, and where the browser reads HEIF such photos can be sent, too. The server does it
 * again, since it believes nobody.
 */
const longestSide = 2400
const quality = 0.9
/** A smaller photo is sent as it is. */
const smallEnough = 1_500_000

const toBlob = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** The file itself where it is small, no photo, or none that this browser can read. */
export async function smaller(file: File): Promise<Blob> {
  const isKnown = ['image/jpeg', 'image/png', 'image/webp'].includes(file.type)
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return file
  if (isKnown && file.size <= smallEnough) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return (await toBlob(canvas)) ?? file
  } catch {
    return file
  }
}
