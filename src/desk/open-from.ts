/**
 * From which moment on something can be booked: everything before lies in months that are closed, or in days that are summed. The desk
 * gives no command a time before it. Mostly now is later anyway; where the database's clock has gone back, as after a failover to a machine whose clock is
 * behind, what is due to somebody is booked at the first open moment instead of being refused. The database refuses what still comes
 * before it, whoever asks (db/migrations/043-months.sql).
 */
import type { Instant } from '../lib/instant.ts'
import { defineEffect } from './effect.ts'

/** In the database it follows from the rows of the months. */
export const openBooksFrom = defineEffect<Instant>('open-books-from', ({ world }, from) => {
  world.openFrom = from
})
