/** What a timeline of payouts in coins is made of. */
import type { Step } from '../../ui/timeline.tsx'
import { sayWhen } from '../zone-shown.ts'

export const done = (title: string, at: string, text: string): Step => ({
  state: 'done',
  title,
  when: sayWhen(at),
  text,
})
export const by = ({ fullName }: { fullName: string }) => `By ${fullName}.`
export const toCome = (title: string, text: string): Step => ({ state: 'to-come', title, text })

/** The first of what is to come is what it waits for. */
export const fromNow = (steps: Step[]): Step[] =>
  steps.map((step, at) => (at === 0 ? { ...step, state: 'now' } : step))
