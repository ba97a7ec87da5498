/** A ZIP file as a stream of its bytes: of what goes into it, only what is just being written is here. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of it. `stored`: it is packed already, and isn't packed again. */
export type Entry = {
  path: string
  stored?: true
  read(): AsyncIterable<Buffer | string>
}

/** `onEntry` is waited for before each of them is read. */
export async function* zipped(
  entries: readonly Entry[],
  onEntry: (index: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error as Error)
  zip.on('error', fail)
  for (const [index, { path, stored, read }] of entries.entries())
    zip.addReadStreamLazy(path, { compress: !stored }, (begin) => {
      // The library listens to no failure of what it reads.
      const open = () => begin(null, Readable.from(read()).on('error', fail))
      onEntry(index).then(open, fail)
    })
  zip.end()
  yield* output as AsyncIterable<Buffer>
}
