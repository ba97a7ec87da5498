import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readPack } from './pack.ts'

const demoPack = join(import.meta.dirname, '../../../content/demo')

/** A copy of the pack in which one text is another. */
async function packWith(file: string, from: string, to: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'glasshouse-pack-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'demo')
  await cp(demoPack, folder, { recursive: true })
  const text = await readFile(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} doesn’t have ${from}`)
  await writeFile(join(folder, file), text.replace(from, to))
  return folder
}

describe('a content pack', () => {
  test('gives every picture an address that holds its hash', () => {
    const { pictures, landing } = readPack(demoPack, 'demo')
    for (const { picture } of landing.hero.scenes)
      expect([...pictures.keys()]).toContain(picture.src)
    expect(
      [...pictures.keys()].every((path) =>
        /^\/pictures\/[a-z0-9-]+\.[\w-]{10}\.(svg|png)$/.test(path),
      ),
    ).toBe(true)
  })
  test('reckons the balance of its sample account from the lines', () => {
    const { book } = readPack(demoPack, 'demo').landing
    expect(book!.balanceCents).toBe('891500')
    expect(book!.opened.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)).toBe(
      891_500n,
    )
  })
  test('says of a line that staff booked who and why, and has it among the lines that its balance opens', () => {
    const { book } = readPack(demoPack, 'demo').landing
    const [signed, ...others] = book!.lines.filter((line) => line.signed !== null)
    expect(others).toEqual([])
    expect(signed).toMatchObject({
      note: 'Second Admin: “deposit of Nov 2 was booked 25.00 short”',
      signed: { by: 'Second Admin', why: 'deposit of Nov 2 was booked 25.00 short' },
    })
    expect(book!.opened.flatMap(({ lines }) => lines)).toEqual(book!.lines)
  })
  test.each([
    [
      'firm.yaml',
      'sample: true',
      'sample: false',
      /^demo\/firm\.yaml, line \d+, sample: must be true/,
    ],
    [
      'firm.yaml',
      'made-up firm',
      'licensed firm',
      /firm\.yaml, line \d+, says: The sample firm must say that it is made up/,
    ],
    [
      'firm.yaml',
      'support: /demonstration',
      'support: //chat.example',
      /links\.support: must be an address/,
    ],
    [
      'landing.yaml',
      'pictures/about.svg',
      'pictures/nothing.svg',
      /^demo\/landing\.yaml, line \d+, about\.picture\.file: pictures\/nothing\.svg does not stand in the pack/,
    ],
    [
      'landing.yaml',
      'file: pictures/about.svg',
      'file: ../firm.yaml',
      /about\.picture\.file: \.\.\/firm\.yaml is not the name of a picture/,
    ],
    [
      'landing.yaml',
      'amount: 990',
      'amount: 990.001',
      /book\.lines\.3\.amount: Please enter a valid amount/,
    ],
    [
      'landing.yaml',
      'why: deposit of Nov 2 was booked 25.00 short,',
      '',
      /book\.lines\.4: needs a note, or of what staff booked by and why/,
    ],
    ['landing.yaml', 'statistics:', 'statistic:', /Unrecognized key: "statistic"/],
  ])(
    'is refused when its %s has “%s” as “%s”, naming the place',
    async (file, from, to, complaint) => {
      const folder = await packWith(file, from, to)
      expect(() => readPack(folder, 'demo')).toThrow(complaint)
    },
  )
  test('about a made-up firm is refused in live', () =>
    expect(() => readPack(demoPack, 'live')).toThrow(/sample: must be false/))
})
