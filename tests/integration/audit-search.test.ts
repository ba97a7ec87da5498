/** A search among more actions of staff than its first answer looks through. */
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

test('the first answer is of the newest five hundred, the next of two thousand older ones', async () => {
  const admin = await signUpSomebody(app, { fullName: 'Adam Admin' })
  await setRole(database, admin.id, 'admin')
  const ada = await signUpSomebody(app, { fullName: 'Ada Example' })
  await database.owner.query(
    `insert into desk.commands (id, kind, actor, subject, body_hash, rules, mac, particulars_digest, input, outcome, at)
     select gen_random_uuid(), 'WriteNote', $1, $2, '', 1, '', '', jsonb_build_object('reference', 'note-' || n || '-'), 'done', now() - n * interval '1 minute'
     from generate_series(1, 2600) n`,
    [admin.id, ada.id],
  )
  const search = async (words: string, cursor: string | null = null) => {
    const query = new URLSearchParams({ search: words, ...(cursor ? { cursor } : {}) })
    const { body } = await ask(app, 'GET', `${api}/audit?${query}`, { token: admin.token })
    const { items, nextCursor } = body.data
    return { found: items.length as number, nextCursor: nextCursor as string | null }
  }
  expect(await search('note-500-')).toMatchObject({ found: 1 })
  const first = await search('note-501-')
  expect(first).toEqual({ found: 0, nextCursor: expect.any(String) })
  expect(await search('note-501-', first.nextCursor)).toMatchObject({ found: 1 })
  expect(await search('note-2500-', first.nextCursor)).toMatchObject({ found: 1 })
  const second = await search('note-2501-', first.nextCursor)
  expect(second).toEqual({ found: 0, nextCursor: expect.any(String) })
  expect(await search('note-2501-', second.nextCursor)).toEqual({ found: 1, nextCursor: null })
})
