/** Documents where the database leaves the house: in a dump, and in a backup. */
import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepContent, ofDocument, openContent } from '../../src/domains/documents/contents.ts'
import { createArchived, whyNoBackups } from '../support/backups.ts'
import { testDocumentKeys } from '../support/document-keys.ts'
import { createHouse } from '../support/house.ts'

const why = whyNoBackups()

/** All bytes of the files in a folder and those below it, joined. */
async function bytesIn(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  )
}

describe('a document', async () => {
  if (why !== null) return test.skip(why)
  const firm = await createArchived()
  const ada = await createHouse(firm).person()
  // Nothing that the database could make smaller: what it writes is what it was given.
  const bytes = randomBytes(20_000)
  const content = await keepContent(firm.pool, testDocumentKeys, ofDocument(ada), bytes)

  /** What is written as it is everywhere here: were the document, it would be found as this is. */
  function expectOnlySealed(copy: Buffer, sign: string | Buffer, inCopy: (part: Buffer) => Buffer) {
    expect(copy.includes(sign)).toBe(true)
    for (let at = 0; at + 32 <= bytes.length; at += 32)
      expect(copy.includes(inCopy(bytes.subarray(at, at + 32)))).toBe(false)
  }

  test('H6 stands in a dump, and can’t be read there', async () => {
    const { stdout } = await firm.pg('pg_dump', '--dbname', firm.url, '--table=document_contents')
    expectOnlySealed(Buffer.from(stdout), content, (part) => Buffer.from(part.toString('hex')))
  })

  test('H6 stands in a backup and in the archive beside it, and can’t be read there', async () => {
    await firm.archive()
    await firm.pgBackRest('--type=full', '--compress-type=none', 'backup')
    const { rows } = await firm.owner.query('select sealed from document_contents where id = $1', [
      content,
    ])
    const copy = await bytesIn(join(firm.data, '../repository'))
    expectOnlySealed(copy, rows[0].sealed.subarray(100, 900), (part) => part)
  })

  test('H6 opens with the key, and with no other', async () => {
    expect(
      (await openContent(firm.pool, testDocumentKeys, content, ofDocument(ada)))?.equals(bytes),
    ).toBe(true)
    const noKey = { ...testDocumentKeys, unwrap: async () => null }
    await expect(openContent(firm.pool, noKey, content, ofDocument(ada))).rejects.toThrow()
  })
})
