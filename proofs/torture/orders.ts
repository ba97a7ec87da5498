/** The nemesis's orders and answers. */
import type { Stray } from './copies.ts'
import type { Toxic } from './links.ts'

/** The links by what lies behind them: a server's HTTP, or the database as that server reaches it. */
export const linkNames = ['http-0', 'http-1', 'database-0', 'database-1'] as const
export type LinkName = (typeof linkNames)[number]

export type Victim = { server: number } | { postmaster: number }

export type Orders = {
  aim: { asks: { link: LinkName; at: { port: number } | { path: string } }; answers: null }
  /** Returns how often the previous toxic has struck. At a commit a victim may be killed instead of the connection. */
  poison: {
    asks: { link: LinkName; toxic: Toxic | null; victim?: Victim }
    answers: { hits: number }
  }
  hits: { asks: { link: LinkName }; answers: { hits: number } }
  reset: { asks: { link: LinkName }; answers: { hits: number } }
  /** Answers when what was killed has ended. */
  kill: { asks: { victim: Victim; afterMs: number }; answers: null }
  /** One backend in the middle of something; answers whether one was found in time. */
  killBackend: { asks: { postmaster: number }; answers: { hits: number } }
  /** Answers when everything that a commit has killed has ended. */
  settleKills: { asks: object; answers: { kills: number } }
  /** Stops processes for a while. */
  stop: { asks: { pids: number[]; part: string; forMs: number }; answers: null }
  immediateStop: { asks: { postmaster: number }; answers: null }
  terminate: { asks: { url: string; atLeast: number }; answers: { hits: number } }
  /** Holds a lock on rows until released; answers when it is held. */
  lock: { asks: { url: string; sql: string }; answers: null }
  release: { asks: object; answers: null }
  /** Whether a session waits for the lock. */
  waiters: { asks: object; answers: { hits: number } }
  /** Takes the firm's accounts and an owner in an order in which the house never takes them. */
  deadlock: {
    asks: { url: string; owners: string[]; atLeast: number; withinMs: number }
    answers: { hits: number }
  }
  /** Leaves no byte free on a disk. */
  fill: { asks: { folder: string }; answers: null }
  /** Writes WAL until the database gives up. */
  useUpWal: { asks: { url: string }; answers: null }
  empty: { asks: { folder: string }; answers: null }
  replay: { asks: { keys: string[] }; answers: { sent: number } }
  strays: { asks: object; answers: Stray[] }
  forget: { asks: object; answers: null }
}

export type OrderName = keyof Orders
export type Order = {
  [N in OrderName]: { id: number; name: N; asks: Orders[N]['asks'] }
}[OrderName]
export type Answer = { id: number; answer?: unknown; fault?: string }
/** The first thing that the nemesis says: where its links listen. */
export type Hello = { ports: Record<LinkName, number> }
