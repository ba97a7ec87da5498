/** The sample pack is known by its text and pictures, changed too; an honest pack isn't taken for it. */
import { readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFingerprint } from '../scripts/sample-fingerprint.ts'
import { judgeLivePack } from '../src/domains/content/judge.ts'
import { readPack } from '../src/domains/content/pack.ts'
import {
  isOfSample,
  overlapsWith,
  sampleIn,
  thresholds,
  type Overlap,
} from '../src/domains/content/sample/recognise.ts'
import { textsOfPack, type PackText } from '../src/domains/content/read/texts.ts'
import { honestFirms } from './support/honest-firms.ts'
import { honestPack, writePack } from './support/live-pack.ts'
import { mutatedText, randomFrom } from './support/mutated-texts.ts'
import { root } from './support/source.ts'

const honest = await Promise.all(
  honestFirms.map(async (_, seed) => textsOfPack(await writePack(honestPack(seed)))),
)
const nothing = new Map()
const shareOf = ({ common, runs }: Overlap) => common / runs.length

/** An honest pack, one of whose longer texts has this text in its middle. */
function hiddenIn(texts: readonly PackText[], text: string, seed: number): PackText[] {
  const long = texts.filter((one) => one.text.length > 40)
  const place = long[Math.floor(randomFrom(seed)() * long.length)]!
  const half = place.text.indexOf(' ', place.text.length / 2)
  return texts.map((one) =>
    one === place
      ? { ...one, text: `${one.text.slice(0, half)} ${text} ${one.text.slice(half)}` }
      : one,
  )
}

const mutated = Array.from({ length: 240 }, (_, seed) => mutatedText(seed, 60))

describe('text of the sample pack', () => {
  test('is known in 240 honest packs in which a text of it is hidden, shuffled, dressed otherwise or with a tenth of its words changed', () => {
    const missed = [...mutated.entries()].filter(([seed, text]) => {
      const texts = hiddenIn(honest[seed % honest.length]!, text, seed)
      return sampleIn(texts, nothing).length === 0
    })
    expect(missed).toEqual([])
  })
  test('is in none of twenty honest packs, each of which can be opened on', async () => {
    expect(honest).toHaveLength(20)
    for (const seed of honest.keys())
      expect([seed, judgeLivePack(await writePack(honestPack(seed))).faults]).toEqual([seed, []])
  })
  test('lies well above the thresholds, and what honest packs have in common with it below', () => {
    const highest = Math.max(
      ...honest.flatMap((texts) =>
        overlapsWith(texts).map((one) => (one.common >= 3 ? shareOf(one) : 0)),
      ),
    )
    const lowest = Math.min(
      ...mutated.map((text) =>
        Math.max(
          ...overlapsWith([{ file: 'a', line: 1, field: '', text }])
            .filter(isOfSample)
            .map(shareOf),
          0,
        ),
      ),
    )
    process.stdout.write(
      `runs of five words in common: honest packs ${highest.toPrecision(2)} at most, changed texts ${lowest.toPrecision(2)} at least\n`,
    )
    expect(highest).toBeLessThan(Math.min(...Object.values(thresholds)) / 2)
    expect(lowest).toBeGreaterThanOrEqual(Math.min(...Object.values(thresholds)))
  })
  test('of each field as it is counts as the sample’s', () => {
    const missed = overlapsWith(textsOfPack(join(root, 'content/demo'))).filter(
      (one) => !isOfSample(one),
    )
    expect(missed.map(({ field }) => field)).toEqual([])
  })
  test('is named with its file, line and field', async () => {
    const files = honestPack(3)
    const landing = files['landing.yaml'] as { safety: { text: string } }
    landing.safety.text = mutatedText(2, 60)
    const folder = await writePack(files)
    expect(() => readPack(folder, 'live')).toThrow(
      /own\/landing\.yaml, line \d+, safety\.text: this is text of the sample pack \(/,
    )
  })
  test.each(['hello@glasshouse.example', 'Sample investor 3', 'THIS-IS-NO-ADDRESS-DEMONSTRATION'])(
    'is known by %s alone',
    (text) => expect(sampleIn([{ file: 'a', line: 1, field: '', text }], nothing)).toHaveLength(1),
  )
})

describe('a picture of the sample pack', () => {
  const folder = join(root, 'content/demo/pictures')
  const kept = (body: Buffer, type: string) =>
    sampleIn([], new Map([['/pictures/mine.0123456789.svg', { body, type }]]))
  const typeOf = (name: string) => (name.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
  test.each(readdirSync(folder))('%s is known under another name', (name) => {
    const [complaint] = kept(readFileSync(join(folder, name)), typeOf(name))
    expect(complaint).toMatchObject({ file: 'pictures/mine.svg' })
    expect(complaint!.message).toContain('picture of the sample pack')
  })
  test.each(readdirSync(folder).filter((name) => name.endsWith('.svg')))(
    '%s is known in other colours, with other spaces and without some of its lines',
    (name) => {
      const svg = readFileSync(join(folder, name), 'utf8')
        .replaceAll(/#[0-9a-f]{6}/gi, '#123456')
        .replaceAll('>', '>\n ')
      expect(kept(Buffer.from(svg), 'image/svg+xml')).toHaveLength(1)
    },
  )
  test('is refused with the pack that shows it', async () => {
    const pack = await writePack(honestPack(1))
    await cp(join(folder, 'certificate.svg'), join(pack, 'pictures/lamp.svg'))
    expect(() => readPack(pack, 'live')).toThrow(
      /own\/pictures\/lamp\.svg: this is a picture of the sample pack \(certificate\.svg\)/,
    )
  })
  test('is nothing of another firm’s', () => {
    const lamp = readFileSync(join(root, 'tests/packs/harbour/pictures/lamp.svg'))
    expect(kept(lamp, 'image/svg+xml')).toEqual([])
  })
})

test('what the sample is known by is of content/demo as it is: npm run sample:fingerprint', () =>
  expect(readFileSync(join(root, 'src/domains/content/sample/fingerprint.txt'), 'utf8')).toBe(
    makeFingerprint(),
  ))

test('an edited copy of content/demo is known by what it was', async () => {
  const folder = await writePack({})
  await rm(folder, { recursive: true })
  await cp(join(root, 'content/demo'), folder, { recursive: true })
  const firm = await readFile(join(folder, 'firm.yaml'), 'utf8')
  await writeFile(join(folder, 'firm.yaml'), firm.replace('sample: true', 'sample: false'))
  const { faults } = judgeLivePack(folder)
  expect(faults.filter(({ what }) => what.includes('of the sample pack')).length).toBeGreaterThan(
    100,
  )
})
