import { useEffect, useState, type ReactNode } from 'react'
import type { PublishedProof } from '../../../contract/proof.ts'
import type { User } from '../../../contract/user.ts'
import { countedSentence } from '../../../lib/liabilities/words.ts'
import { useOwnProofQuery } from '../../api/proofs.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { showDay } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note, Waiting } from '../../ui/states.tsx'
import { checkOwn, wasThere, type Outcome } from '../own-proof.ts'
import { Balances } from './balances.tsx'
import { Comparison } from './comparison.tsx'
import { Downloads } from './downloads.tsx'
import { Forget } from './forget.tsx'
import { Steps } from './steps.tsx'

type AnswerProps = { me: User; published: PublishedProof; children: ReactNode }

/** Null while it is being found out. */
function useOutcome(text: string | null, account: string, day: string): Outcome | null {
  const [found, setFound] = useState<{ text: string; outcome: Outcome } | null>(null)
  useEffect(() => {
    if (text === null) return
    let gone = false
    void checkOwn(text, account, day).then((outcome) => gone || setFound({ text, outcome }))
    return () => {
      gone = true
    }
  }, [text, account, day])
  return found?.text === text ? found.outcome : null
}

/** What the list says to everybody has to be what the own proof leads to. */
function againstTheList(outcome: Outcome | null, published: PublishedProof): Outcome | null {
  return outcome?.is === 'counted' && outcome.checked.manifestHash !== published.hash
    ? { is: 'not-counted', why: 'It is of another manifest than the one in the public list.' }
    : outcome
}

/** One day, from the sentence down to its hashes. */
export function Answer({ me, published, children }: AnswerProps) {
  const { day } = published
  const account = me.accountId
  const { data, ...answer } = useOwnProofQuery(
    { day },
    {
      refetchOnFocus: false,
      refetchOnReconnect: false,
    },
  )
  const text = data?.data.proof ?? null
  const outcome = againstTheList(useOutcome(text, account, day), published)
  return (
    <>
      <Sheet lit title={`Your money in the proof of ${showDay(day)}`}>
        <div className="stack">
          {children}
          {!data ? (
            <NotLoaded what="your proof" {...answer} />
          ) : text === null ? (
            data.data.kept ? (
              <NotIn day={day} leftOut={wasThere(me.createdAt, published)} />
            ) : (
              <Empty>
                An own proof of {showDay(day)} is no longer made: what it takes is kept for five
                weeks. One that was downloaded can be checked for ever, below.
              </Empty>
            )
          ) : outcome === null ? (
            <Waiting>Checking...</Waiting>
          ) : (
            <Said outcome={outcome} />
          )}
          {text !== null && <Downloads account={account} day={day} text={text} />}
          {outcome?.is === 'not-counted' && <Forget />}
        </div>
      </Sheet>
      {outcome?.is === 'counted' && (
        <>
          <Steps counted={outcome} />
          <Comparison key={outcome.checked.manifestHash} counted={outcome} />
        </>
      )}
    </>
  )
}

/** `leftOut`: the account was open at the moment of the proof. */
function NotIn({ day, leftOut }: { day: string; leftOut: boolean }) {
  if (leftOut)
    return (
      <Note tone="bad">
        <p>
          Your account isn’t in the proof of {showDay(day)}, although it was open then. Whatever is
          owed to you isn’t in that day’s sum.
        </p>
        <p>
          None of your money was moved by this check. Load the page again; if it says the same, ask
          our support, or whoever audits or supervises us.
        </p>
      </Note>
    )
  return (
    <Empty>
      Your account was opened after the proof of {showDay(day)}. It is in the next one, which is
      made after midnight UTC.
    </Empty>
  )
}

function Said({ outcome }: { outcome: Outcome }) {
  if (outcome.is === 'not-counted')
    return (
      <Note tone="bad">
        <p>Not counted in this proof. {outcome.why}</p>
        <p>
          None of your money was moved by this check. Download both files below and keep them, then
          load the page again. If it says the same, ask our support; an auditor or whoever
          supervises us can check the same files.
        </p>
      </Note>
    )
  const { checked } = outcome
  return (
    <>
      <Note tone="good">{countedSentence(checked, showDay(checked.manifest.day))}</Note>
      <Balances counted={outcome} />
    </>
  )
}
