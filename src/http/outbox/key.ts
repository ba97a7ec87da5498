/** The key of the demonstration's outbox: the start prints it, so that only the operator of the server has it. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Made of the server's secret: the same after every start, so that an open page goes on. */
export function outboxKey(secret: string): string {
  return createHmac('sha256', secret).update('outbox:key').digest('base64url')
}

const digest = (text: string) => hash('sha256', text, 'buffer')

export function isOutboxKey(secret: string, given: unknown): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(outboxKey(secret)))
}

/** The address to open, as the start prints it. An open outbox needs no key. */
export function outboxAddress(origin: string, secret: string, open: boolean): string {
  return open ? `${origin}/outbox` : `${origin}/outbox?key=${outboxKey(secret)}`
}
