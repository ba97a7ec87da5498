/** A line to a server on which the reply to one path is held: what the browser itself does with a late reply shows only on a real line. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** Hands everything on to `origin`; a reply to a path that ends so waits for `until`. Gone when the file ends. */
export async function holdReply(
  origin: string,
  ending: string,
  until: () => Promise<unknown>,
): Promise<string> {
  const { host } = new URL(origin)
  const line = createServer((asked, answer) => {
    const headers = {
      ...asked.headers,
      host,
      ...(asked.headers.origin === undefined ? {} : { origin }),
    }
    const onward = request(
      origin + asked.url,
      { method: asked.method!, headers },
      async (reply) => {
        if (asked.url!.endsWith(ending)) await until()
        answer.writeHead(reply.statusCode!, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.once('error', () => answer.destroy())
    answer.once('close', () => onward.destroy())
    asked.pipe(onward)
  })
  line.listen(0, 'localhost')
  await once(line, 'listening')
  afterAll(() => {
    line.close()
    line.closeAllConnections()
  })
  return `http://localhost:${(line.address() as AddressInfo).port}`
}
