import { writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { newFolder, removeFolders } from '../../tests/support/folder.ts'
import { runPatiently } from './worker.ts'

afterAll(removeFolders)

async function moduleOf(code: string): Promise<URL> {
  const file = join(await newFolder(), 'work.mjs')
  await writeFile(file, code)
  return pathToFileURL(file)
}
const unstopped = new AbortController().signal
const said = async (code: string, heapMb?: number) =>
  String(await runPatiently(await moduleOf(code), { name: 'Ada' }, unstopped, heapMb))

describe('work that nobody waits for', () => {
  test('is given plain data and answers with bytes', async () =>
    expect(await said('export default ({ name }) => Buffer.from(`for ${name}`)')).toBe('for Ada'))

  test.runIf(process.platform === 'linux')(
    'gives way to everything else, and its process doesn’t',
    async () => {
      const code = `import { getPriority } from 'node:os'
        export default () => Buffer.from(String(getPriority()))`
      const before = getPriority()
      expect(await said(code)).toBe('19')
      expect(getPriority()).toBe(before)
    },
  )

  test('begins again without a limit where its memory was not enough', async () => {
    const code = `export default () => {
      const kept = []
      for (let i = 0; i < 400_000; i += 1) kept.push({ name: 'a' + i, more: ['b' + i] })
      return Buffer.from(String(kept.length))
    }`
    expect(await said(code, 16)).toBe('400000')
  })

  test('ends with the signal, in the midst of what it does', async () => {
    const stopping = new AbortController()
    const begun = new Int32Array(new SharedArrayBuffer(4))
    const work = await moduleOf(`export default (begun) => {
      Atomics.store(begun, 0, 1)
      Atomics.notify(begun, 0)
      for (;;);
    }`)
    const working = runPatiently(work, begun, stopping.signal)
    await Atomics.waitAsync(begun, 0, 0).value
    stopping.abort(new Error('the server stops'))
    await expect(working).rejects.toThrow('the server stops')
    await expect(runPatiently(work, begun, stopping.signal)).rejects.toThrow('the server stops')
  })

  test('throws what it throws', async () =>
    await expect(said(`export default () => { throw new Error('no') }`)).rejects.toThrow('no'))
})
