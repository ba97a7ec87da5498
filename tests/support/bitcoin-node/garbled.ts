/** Between a real Bitcoin node and whoever asks it: answers as the node does, until a test has it lie. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Answer = { result: unknown; error: unknown }

/**
 * What is sent instead: another answer, any text, a status without anything, or nothing at all: `gone` hangs up, `silent` never
 * answers. Whatever isn't lied about is handed on as it is.
 */
export type Lie = (
  method: string,
  answer: Answer,
  params: unknown[],
) => Answer | { text: string } | { status: number } | 'gone' | 'silent'

const honest: Lie = (_, answer) => answer

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  return body
}

function send(response: ServerResponse, sent: ReturnType<Lie>): void {
  if (sent === 'silent') return
  if (sent === 'gone') return void response.destroy()
  if ('text' in sent) return void response.end(sent.text)
  if ('status' in sent) return void response.writeHead(sent.status).end()
  response.end(JSON.stringify({ ...sent, id: 1 }))
}

/** Call at the top of a test file. `url`: of the node's RPC, with the name and the password in it. */
export async function garble(url: string) {
  const { origin, username, password } = new URL(url)
  let lie = honest

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    const reply = await fetch(origin, {
      method: 'POST',
      headers: { Authorization: request.headers.authorization ?? '' },
      body,
    })
    send(response, lie(method, (await reply.json()) as Answer, params))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${username}:${password}@127.0.0.1:${port}/`,
    lies: (next: Lie) => void (lie = next),
    isHonest: () => void (lie = honest),
  }
}

type ChainInfo = { chain: string; blocks: number; headers: number }

/** It says something else of itself. */
export const saysOfItself =
  (change: (info: ChainInfo) => object): Lie =>
  (method, answer) =>
    method === 'getblockchaininfo'
      ? {
          ...answer,
          result: { ...(answer.result as ChainInfo), ...change(answer.result as ChainInfo) },
        }
      : answer
