/** Drawings as pictures of pixels, for those who read no SVG: phones' home screens and the previews of shared links. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { tones } from './inks.ts'
import { appIcon, homeScreenIcon, tabIcon } from './mark.ts'
import { fewColours, type Colour } from './png.ts'
import { socialCard } from './social-card.ts'

export const pixelPictures = [
  { file: 'icon-180.png', drawing: homeScreenIcon, width: 180, height: 180 },
  ...[192, 512].flatMap((size) => [
    { file: `icon-${size}.png`, drawing: appIcon, width: size, height: size },
    { file: `icon-maskable-${size}.png`, drawing: homeScreenIcon, width: size, height: size },
  ]),
  { file: 'icon-32.png', drawing: tabIcon, width: 32, height: 32 },
  { file: 'social-card.png', drawing: socialCard, width: 1200, height: 630 },
]

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
]

function browserPath(): string {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  const found = places.find((place) => place && existsSync(place))
  if (!found) throw new Error('Pictures of pixels need a Chromium: CHROMIUM=<path> names one.')
  return found
}

const colour = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour
const mixed = (from: Colour, to: Colour, part: number): Colour =>
  from.map((value, index) => Math.round(value + (to[index]! - value) * part)) as unknown as Colour

/** The five tones, panes of glass, and what lies between a line and its ground. */
function palette(): Colour[] {
  const [ink, paper, glass] = [tones.ink, tones.paper, tones.glass].map(({ light }) =>
    colour(light),
  ) as [Colour, Colour, Colour]
  const towards = (to: Colour, parts: number[], from: Colour = paper) =>
    parts.map((part) => mixed(from, to, part))
  return [
    ...towards(ink, [0, 0.14, 0.28, 0.44, 0.6, 0.8, 1]),
    ...towards(glass, [0.06, 0.1, 0.16, 0.28, 0.5, 1]),
    ...towards(ink, [0.3, 0.6], mixed(paper, glass, 0.16)),
    mixed(glass, ink, 0.4),
  ]
}

/** Runs within the browser: draws the picture and hands its pixels back. */
const readPixels = `async ({ address, width, height }) => {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let text = ''
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768))
  return btoa(text)
}`

async function photograph(
  browser: Browser,
  { drawing, width, height }: (typeof pixelPictures)[number],
): Promise<Buffer> {
  const page = await browser.newPage({ colorScheme: 'light' })
  const svg = drawing().replace('<svg ', `<svg width="${width}" height="${height}" `)
  const asked = JSON.stringify({
    address: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width,
    height,
  })
  const pixels = Buffer.from(await page.evaluate<string>(`(${readPixels})(${asked})`), 'base64')
  await page.close()
  return fewColours(width, height, pixels, palette())
}

/** Each picture as the browser draws it. Another version of the browser may round an edge differently. */
export async function* photographed(): AsyncGenerator<{ file: string; bytes: Buffer }> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: flags })
  try {
    for (const picture of pixelPictures)
      yield { file: picture.file, bytes: await photograph(browser, picture) }
  } finally {
    await browser.close()
  }
}
