/** The questions before a first investment, as people in tests answer them: in a browser, or by a call. */
import type { Page } from 'playwright-core'
import { questions, questionsVersion } from '../../src/domains/appropriateness/questions.ts'
import type { Client } from './client.ts'

/** By question; where none is chosen, what fits. */
export const answersWith = (chosen: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    questions.map(({ id, choices }) => [
      id,
      chosen[id] ?? choices.find(({ mark }) => mark === 'fits')!.id,
    ]),
  )

export const answerByCall = (client: Client, chosen?: Record<string, string>) =>
  client.ok('POST', '/appropriateness', {
    version: questionsVersion,
    answers: answersWith(chosen),
  })

/** Chooses an answer to each and gives them. */
export async function answerOnPage(page: Page, chosen?: Record<string, string>): Promise<void> {
  const answers = answersWith(chosen)
  for (const { id, text, choices } of questions) {
    const { text: choice } = choices.find((one) => one.id === answers[id])!
    const group = page.getByRole('group', { name: text })
    await group.getByRole('radio', { name: choice }).check()
  }
  await page.getByRole('button', { name: 'Continue' }).click()
}
