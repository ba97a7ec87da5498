/** Many requests with one confirmation: each is sent by itself, one after the other, and each has its own outcome. */
import { useState } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { failureText } from '../../api/failure.ts'
import { useAskAnew } from '../../api/staff-withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import styles from './withdrawals.module.css'

export type Outcome = { row: QueuedWithdrawal; done: boolean; words: string }

/** `send` answers what came of one, in words. */
export function useOneByOne<One extends { row: QueuedWithdrawal }>(
  send: (one: One) => Promise<string>,
) {
  const askAnew = useAskAnew()
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  async function outcomeOf(one: One): Promise<Outcome> {
    try {
      return { row: one.row, done: true, words: await send(one) }
    } catch (failure) {
      const words = failureText(failure, 'This could not be booked. Please try again.')
      return { row: one.row, done: false, words }
    }
  }
  async function run(all: readonly One[]) {
    const came: Outcome[] = []
    setOutcomes(came)
    for (const one of all) {
      came.push(await outcomeOf(one))
      setOutcomes([...came])
    }
    askAnew()
  }
  return { outcomes, run }
}

export function Progress({ outcomes, of }: { outcomes: Outcome[]; of: number }) {
  const done = outcomes.filter((outcome) => outcome.done).length
  return (
    <>
      <p role="status">
        {outcomes.length < of
          ? `${outcomes.length} of ${of} done...`
          : `${done} of ${of} went through${done < of ? `, ${of - done} did not` : ''}.`}
      </p>
      <progress
        className={styles.progress}
        aria-label="Progress"
        max={of}
        value={outcomes.length}
      />
      <ul className={styles.many} aria-label="Results">
        {outcomes.map(({ row, words }) => (
          <li key={row._id}>
            <strong>
              <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}
            </strong>
            <p className="small">{words}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
