/** What the people of the demonstration have sent in: papers of nobody, which say so. In plain colours, since they are looked at as photos are. */
import sharp from 'sharp'
import { tones } from './inks.ts'
import { lettering } from './lettering.ts'
import { trace } from './trace.ts'

const [ink, mid, paper, glass] = [
  tones.ink.light,
  tones.mid.light,
  tones.paper.light,
  tones.glass.light,
]

type Line = [text: string, x: number, y: number, size: number, font?: 'title' | 'text']

const written = (fill: string, lines: Line[]): string =>
  `<path fill="${fill}" d="${lines.map(([text, x, y, size, font = 'text']) => lettering(text, { font, size, x, y, from: 'left' })).join('')}"/>`

/** Across all of it, so that no part of it looks like a real one. */
const across = (text: string, x: number, y: number, size: number, turned: number): string =>
  `<path fill="${glass}" opacity=".28" transform="rotate(${turned} ${x} ${y})" d="${lettering(text, { font: 'title', size, x, y, spacing: 6 })}"/>`

const sheet = (width: number, height: number, drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${paper}"/>${drawing}</svg>\n`

/** A head and shoulders of nobody. */
const nobody = `<g fill="none" stroke="${mid}" stroke-width="3"><rect x="64" y="150" width="220" height="280" fill="#e3e8e2"/><circle cx="174" cy="250" r="52"/><path d="${trace`M84 430q10 -104 90 -104t90 104`}"/></g>`

const waves = Array.from({ length: 22 }, (_, line) => {
  const y = 140 + line * 15
  return trace`M330 ${y}q40 ${line % 2 === 0 ? 12 : -12} 80 0t80 0 80 0 80 0 80 0 80 0`
}).join('')

function identityCard(): string {
  return sheet(
    900,
    568,
    `<rect x="14" y="14" width="872" height="540" rx="26" fill="none" stroke="${glass}" stroke-width="3"/>` +
      `<path d="${waves}" fill="none" stroke="${glass}" stroke-width="1" opacity=".5"/>` +
      nobody +
      written(ink, [
        ['Sample identity card', 64, 92, 46, 'title'],
        ['Sample Person', 330, 214, 34],
        ['23 April 1990', 330, 294, 30],
        ['SAMPLE-000000', 330, 374, 30],
        ['31 December 2039', 330, 454, 30],
      ]) +
      written(mid, [
        ['Name', 330, 178, 20],
        ['Date of birth', 330, 258, 20],
        ['Number', 330, 338, 20],
        ['Valid until', 330, 418, 20],
        [
          'Drawn for the demonstration. No authority has issued it, and it proves nothing.',
          64,
          512,
          20,
        ],
      ]) +
      across('SAMPLE', 500, 340, 150, -18),
  )
}

function proofOfAddress(): string {
  const lines = Array.from({ length: 9 }, (_, line) => trace`M80 ${430 + line * 44}h640`).join('')
  return sheet(
    800,
    1130,
    written(ink, [
      ['Sample Power Company', 80, 120, 44, 'title'],
      ['Sample Person', 80, 220, 28],
      ['1 Example Street', 80, 260, 28],
      ['Sampletown', 80, 300, 28],
      ['Your bill', 80, 390, 32],
    ]) +
      `<path d="${lines}" fill="none" stroke="${mid}" stroke-width="2" opacity=".5"/>` +
      written(mid, [
        [
          'Drawn for the demonstration. No company has sent it, and it proves nothing.',
          80,
          1060,
          19,
        ],
      ]) +
      across('SAMPLE', 400, 640, 150, -40),
  )
}

/** In `content/demo/documents`, as photos. */
export async function* photographedDocuments(): AsyncGenerator<{ file: string; bytes: Buffer }> {
  for (const [file, drawing] of [
    ['identity.jpg', identityCard()],
    ['address.jpg', proofOfAddress()],
  ] as const)
    yield { file, bytes: await sharp(Buffer.from(drawing)).jpeg({ quality: 72 }).toBuffer() }
}
