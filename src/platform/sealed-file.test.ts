import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder, removeFolders } from '../../tests/support/folder.ts'
import { Damaged, openSealedFile, writeSealedFile } from './sealed-file.ts'

afterAll(removeFolders)

const secret = 'a secret of the tests, 0123456789 abcdef'
const texts = ['first', 'second', '', 'fourth'.repeat(1000)]
const written = async (chunks = texts) => {
  const path = join(await newFolder(), 'sealed')
  await writeSealedFile(
    path,
    secret,
    chunks.map((text) => Buffer.from(text)),
  )
  return path
}
async function read(path: string, by = secret): Promise<string[] | null> {
  const chunks = await openSealedFile(path, by)
  return chunks && (await Array.fromAsync(chunks, String))
}
/** Where each chunk begins and ends in the file. */
function placesIn(bytes: Buffer): [from: number, to: number][] {
  const places: [number, number][] = []
  for (let at = 16; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at)
    places.push([at, end])
    at = end
  }
  return places
}

describe('a sealed file', () => {
  test('gives back its chunks, and is null where there is none', async () => {
    expect(await read(await written())).toEqual(texts)
    expect(await read(await written([]))).toEqual([])
    expect(await read(join(await newFolder(), 'nothing'))).toBeNull()
  })

  test('is replaced, with nothing left beside it', async () => {
    const path = await written()
    await writeSealedFile(path, secret, [Buffer.from('another')])
    expect(await read(path)).toEqual(['another'])
    expect(await readdir(dirname(path))).toEqual(['sealed'])
  })

  test('may be the first in its folder', async () => {
    const path = join(await newFolder(), 'new', 'sealed')
    await writeSealedFile(path, secret, [Buffer.from('first')])
    expect(await read(path)).toEqual(['first'])
  })

  test('stays as it was where the next one fails in the midst', async () => {
    const path = await written()
    function* failing() {
      yield Buffer.from('another')
      throw new Error('no more')
    }
    await expect(writeSealedFile(path, secret, failing())).rejects.toThrow('no more')
    expect(await read(path)).toEqual(texts)
    expect(await readdir(dirname(path))).toEqual(['sealed'])
  })

  test('says nothing, and nothing twice in the same way', async () => {
    const [one, other] = [await readFile(await written()), await readFile(await written())]
    expect(one.includes('first')).toBe(false)
    expect(one.equals(other)).toBe(false)
  })

  const spoilt: [what: string, spoil: (bytes: Buffer) => Buffer][] = [
    ['of which one bit is another', (bytes) => (bytes.writeUInt8(bytes[30]! ^ 1, 30), bytes)],
    ['whose salt is another', (bytes) => (bytes.writeUInt8(bytes[3]! ^ 1, 3), bytes)],
    ['that ends after a chunk', (bytes) => bytes.subarray(0, placesIn(bytes)[1]![1])],
    ['that ends within one', (bytes) => bytes.subarray(0, -5)],
    ['that is empty', () => Buffer.alloc(0)],
    [
      'whose chunks were exchanged',
      (bytes) => {
        const [[, a], [, b]] = placesIn(bytes) as [[number, number], [number, number]]
        return Buffer.concat([
          bytes.subarray(0, 16),
          bytes.subarray(a, b),
          bytes.subarray(16, a),
          bytes.subarray(b),
        ])
      },
    ],
    [
      'in which one is missing',
      (bytes) => {
        const [[from, to]] = placesIn(bytes) as [[number, number]]
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
      },
    ],
    [
      'whose last chunk comes too early',
      (bytes) => {
        const places = placesIn(bytes)
        const [from, to] = places.at(-1)!
        return Buffer.concat([bytes.subarray(0, places[2]![0]), bytes.subarray(from, to)])
      },
    ],
    [
      'that names a chunk longer than itself',
      (bytes) => (bytes.writeUInt32BE(0xff_ff_ff_ff, 16), bytes),
    ],
  ]
  test.each(spoilt)('%s doesn’t open', async (_, spoil) => {
    const path = await written()
    await writeFile(path, spoil(await readFile(path)))
    await expect(read(path)).rejects.toThrow(Damaged)
  })

  test('doesn’t open by another secret', async () =>
    await expect(read(await written(), `${secret}!`)).rejects.toThrow(Damaged))
})
