/** The page of a policy shows the edition that counts, whatever the pack says by now, and what comes on which day. */
import { expect, test } from 'vitest'
import { readPack } from '../../src/domains/content/pack.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { addDays, showDay } from '../../src/lib/calendar.ts'
import { dayMs } from '../../src/lib/instant.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { createTestApp, createTestSite, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)
const pageOf = (sentence: string) => ({
  ...{ title: 'Terms of Service', description: 'What counts.', updated: null },
  blocks: [
    { kind: 'paragraph', text: ['This stays.'] },
    { kind: 'paragraph', text: [sentence] },
  ],
})

test('the page of a policy says what counts and what comes, with what changes', async () => {
  const [one, other] = [await signUpSomebody(app), await signUpSomebody(app)]
  for (const { id } of [one, other]) await setRole(database, id, 'admin')
  const day = addDays(new Date().toISOString().slice(0, 10), 40)
  for (const [sentence, digest, from] of [
    ['Plans pay on Mondays.', '0'.repeat(64), null],
    ['Plans pay on Fridays.', '1'.repeat(64), day],
  ] as const) {
    const text = { policy: 'TermsOfService', title: 'Terms of Service', digest }
    const proposed = await house.run(
      'ProposeEdition',
      {
        ...text,
        content: canonical(pageOf(sentence)),
        ...{ day: from, countsFrom: from === null ? null : Date.parse(from), noticeDays: 30 },
        ...{ changed: sentence, fault: null },
      },
      one.id,
    )
    const { outcome } = await house.run('AgreeToProposal', agreementTo(proposed), other.id)
    expect(outcome).toBe('done')
  }
  await database.owner.query(
    `update business_clock set advance = advance + interval '1 millisecond' * $1`,
    [dayMs],
  )
  const site = await createTestSite(database, readPack('content/demo', 'demo'))
  const html = (await site.inject('/TermsOfService')).body.replaceAll('<!-- -->', '')
  expect(html).toContain('Plans pay on Mondays.')
  expect(html).toContain(`From ${showDay(day)}`)
  expect(html).toMatch(/<del>Plans pay on Mondays\.<\/del>/)
  expect(html).toMatch(/<ins>Plans pay on Fridays\.<\/ins>/)
  expect(html).not.toContain('nothing is booked.')
})
