/** Many things with one confirmation: each is sent by itself, one after the other, and each has its own outcome. */
import { useState, type ReactNode } from 'react'
import { failureText } from '../../api/failure.ts'
import { useAskAnew } from '../../api/staff-withdrawals.ts'
import styles from './bulk.module.css'

/** `name`: what it was done to. */
export type Named = { key: string; name: ReactNode }
export type Outcome = Named & { done: boolean; words: string }

/** `send` answers what came of one, in words. One that fails leaves the others done, and those after it are still sent. */
export function useOneByOne<One>(
  send: (one: One) => Promise<string>,
  namedOf: (one: One) => Named,
  otherwise = 'This could not be done. Please try again.',
) {
  const askAnew = useAskAnew()
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  async function outcomeOf(one: One): Promise<Outcome> {
    try {
      return { ...namedOf(one), done: true, words: await send(one) }
    } catch (failure) {
      return { ...namedOf(one), done: false, words: failureText(failure, otherwise) }
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
        {outcomes.map(({ key, name, words }) => (
          <li key={key}>
            <strong>{name}</strong>
            <p className="small">{words}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
