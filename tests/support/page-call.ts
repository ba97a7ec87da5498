/** What a page calls for in the name of whoever is signed in there, as its scripts would. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { basePath } from '../../src/contract/endpoint.ts'

type PageReply = { status: number; body: any }

/** A POST where there is a body, else a GET. */
export const callFrom = (page: Page, path: string, body?: object): Promise<PageReply> =>
  page.evaluate(
    async ([to, text, key]) => {
      const reply = await fetch(
        to!,
        text === null
          ? {}
          : {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'idempotency-key': key! },
              body: text!,
            },
      )
      return { status: reply.status, body: await reply.json() }
    },
    [basePath + path, body === undefined ? null : JSON.stringify(body), randomUUID()] as const,
  )
