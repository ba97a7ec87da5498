import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { comparedSentence, readKept, readLinks, restsOn } from './chain.ts'
import { writtenAmounts, manifestText, ProofFault, type Manifest } from './proof.ts'
import { noAmounts } from './format.ts'

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()
const digest = async (bytes: Uint8Array) => sha256(bytes)
const hashOf = (text: string) => sha256(text).toString('hex')

const manifestOf = (day: string, previous: string | null): Manifest => ({
  format: 'glasshouse-liabilities-1',
  firm: 'A firm',
  sample: true,
  day,
  at: new Date(Date.parse(day) + 86_400_000).toISOString(),
  auditRoot: 'ab'.repeat(32),
  previous,
  leaves: 1024,
  root: 'cd'.repeat(32),
  owed: writtenAmounts(noAmounts),
  own: {},
  holds: { bank: '0', BTC: '0', USDT: '0' },
  rates: { BTC: null, USDT: null },
  key: null,
})

/** A day after the other, each naming the one before. */
function chainOf(days: readonly string[]): string[] {
  const texts: string[] = []
  for (const day of days)
    texts.push(manifestText(manifestOf(day, texts.map(hashOf).at(-1) ?? null)))
  return texts
}

const days = ['2026-03-01', '2026-03-02', '2026-03-04']
const texts = chainOf(days)
const [first, second, third] = texts as [string, string, string]
const fileOf = (manifests: readonly string[]) =>
  manifests.map((manifest) => `${JSON.stringify({ manifest, signature: null })}\n`).join('')
const links = await readLinks(fileOf(texts), digest)

describe('the list of all manifests', () => {
  test('is read with the hash of each, and of the one before it', () => {
    expect(links.map(({ day }) => day)).toEqual(days)
    expect(links.map(({ previous }) => previous)).toEqual([null, hashOf(first), hashOf(second)])
  })
  test('connects each day with those before it, and with itself', () => {
    expect(restsOn(links, hashOf(third), hashOf(first))).toBe(true)
    expect(restsOn(links, hashOf(third), hashOf(third))).toBe(true)
    expect(restsOn(links, hashOf(first), hashOf(third))).toBe(false)
  })
  test('connects nothing across a day that was changed, or taken out', async () => {
    const changed = second.replace('"A firm"', '"B firm"')
    expect(
      restsOn(
        await readLinks(fileOf([first, changed, third]), digest),
        hashOf(third),
        hashOf(first),
      ),
    ).toBe(false)
    expect(
      restsOn(await readLinks(fileOf([first, third]), digest), hashOf(third), hashOf(first)),
    ).toBe(false)
  })
  test('has no second one of a day, also where that rests on the first', async () => {
    const again = manifestText(manifestOf('2026-03-04', hashOf(third)))
    await expect(readLinks(fileOf([...texts, again]), digest)).rejects.toThrow('two of one day')
  })
  test.each(['{', '{"signature":null}', '{"manifest":"{}"}', 'null', '[]'])(
    'isn’t read from %s',
    (line) => expect(readLinks(`${line}\n`, digest)).rejects.toThrow(ProofFault),
  )
})

describe('what was kept', () => {
  const kept = { hash: hashOf(second), day: '2026-03-02' }

  test.each([second, second.trim(), second.replaceAll('\n', '\r\n'), `\n ${second}`])(
    'is a manifest, however it was copied',
    async (text) => expect(await readKept(text, digest)).toEqual(kept),
  )
  test('is a hash, which tells no day', async () => {
    const known = { hash: kept.hash, day: null }
    expect(await readKept(` ${kept.hash.toUpperCase()}\n`, digest)).toEqual(known)
  })
  test.each(['', 'abcdef', '{"day":"2026-03-02"}', second.replace('1024', '1000')])(
    'isn’t %j',
    (text) => expect(readKept(text, digest)).rejects.toThrow(ProofFault),
  )
  const proof = { manifest: manifestOf('2026-03-04', hashOf(second)), manifestHash: hashOf(third) }
  test('is the proof’s manifest, the one before it, or neither', () => {
    const compare = (hash: string, day: string | null) => () =>
      comparedSentence({ hash, day }, proof)
    expect(compare(hashOf(third), null)()).toBe('It is the manifest that you kept.')
    expect(compare(hashOf(second), '2026-03-02')()).toMatch(
      /^It rests on the manifest that you kept/,
    )
    expect(compare(hashOf(first), null)).toThrow('It isn’t the manifest that you kept.')
    expect(compare(hashOf(second), '2026-03-04')).toThrow('It isn’t the manifest that you kept.')
    expect(compare('00', '2026-03-04')).toThrow('It isn’t the manifest that you kept.')
    expect(compare(hashOf(first), '2026-03-01')).toThrow(
      'is of 2026-03-01, and this proof of 2026-03-04',
    )
  })
})
