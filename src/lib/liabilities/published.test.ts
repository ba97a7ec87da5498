import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { publicKeyText, signatureText } from '../minisign.ts'
import { noAmounts } from './format.ts'
import { manifestText, writtenAmounts, type Manifest } from './proof.ts'
import { checkPublished, type PublishedFiles, type ShownDay } from './published.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const digest = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const key = { id: new Uint8Array(8).fill(7), secret: new Uint8Array(32).fill(9) }

const manifestOf = (more: Partial<Manifest>): string =>
  manifestText({
    format: 'glasshouse-liabilities-1',
    firm: 'A firm',
    sample: false,
    day: '2026-03-04',
    at: '2026-03-05T00:00:03.000Z',
    auditRoot: 'ab'.repeat(32),
    previous: null,
    leaves: 1024,
    root: 'cd'.repeat(32),
    owed: writtenAmounts({ ...noAmounts, cash: 12_345n, promised: 655n }),
    own: {},
    holds: { bank: '0', BTC: '0', USDT: '0' },
    rates: { BTC: null, USDT: null },
    key: publicKeyText(key),
    ...more,
  })

const previous = manifestOf({ day: '2026-03-03', at: '2026-03-04T00:00:03.000Z' })
const manifest = manifestOf({ previous: hashOf(previous) })
const files: PublishedFiles = { manifest, previous, signature: signatureText(key, manifest, 'it') }
const shown: ShownDay = { day: '2026-03-04', hash: hashOf(manifest), total: '$130.00' }

describe('a day’s proof', () => {
  test('holds where the file has the hash and the sum that are shown, rests on the one before it, and is signed', async () => {
    expect(await checkPublished(shown, files, digest)).toEqual([
      `The day’s file has the hash that came with this page: ${hashOf(manifest)}.`,
      'Its five kinds of claims come to $130.00, as shown here.',
      'It rests on the proof before it: changing that one would change this one’s hash.',
      expect.stringMatching(/^The manifest is signed with the key /),
    ])
  })
  test('says what there is nothing of: no proof before the first one, no signature', async () => {
    const first = { manifest: previous, previous: null, signature: null }
    const day = { day: '2026-03-03', hash: hashOf(previous), total: '$130.00' }
    expect((await checkPublished(day, first, digest)).slice(2)).toEqual([
      'It is the first proof: there is none before it to rest on.',
      'The firm has not signed this day’s manifest.',
    ])
  })
  const other = manifestOf({ previous: hashOf(previous), root: 'ef'.repeat(32) })
  test.each<[string, Partial<ShownDay>, Partial<PublishedFiles>, RegExp]>([
    ['another file', {}, { manifest: other }, /doesn’t have the hash/],
    ['another sum', { total: '$130.01' }, {}, /comes to \$130\.00, and this page shows another/],
    ['another day', { day: '2026-03-05' }, {}, /is of another day/],
    ['another one before it', {}, { previous: other }, /doesn’t rest on the proof before it/],
    [
      'a signature of another file',
      {},
      { signature: signatureText(key, other, 'it') },
      /The signature isn’t one of the manifest’s key/,
    ],
  ])('doesn’t hold with %s', async (_, otherwise, changed, why) => {
    const checking = checkPublished({ ...shown, ...otherwise }, { ...files, ...changed }, digest)
    await expect(checking).rejects.toThrow(why)
  })
})
