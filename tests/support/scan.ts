/** A QR code as it is drawn on a screen, read as a telephone would. */
import type { Locator } from 'playwright-core'
import decodeQR from 'qr/decode.js'

/** What a scanner reads: the code is photographed, and its pixels are read by a page of nobody's. */
export async function scan(code: Locator): Promise<string> {
  const picture = (await code.screenshot({ scale: 'css' })).toString('base64')
  const context = await code.page().context().browser()!.newContext()
  const page = await context.newPage()
  const { width, height, data } = await page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d')!
    drawing.drawImage(image, 0, 0)
    return {
      width: image.width,
      height: image.height,
      data: [...drawing.getImageData(0, 0, image.width, image.height).data],
    }
  }, picture)
  await context.close()
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) })
}
