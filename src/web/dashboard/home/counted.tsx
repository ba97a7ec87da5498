import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ownProof } from '../../api/proofs.ts'
import { useAppDispatch } from '../../api/store.ts'
import { showDay } from '../../ui/dates.ts'
import { checkOwn, type Outcome } from '../own-proof.ts'

/** What was found out last in this tab, and on which day by the device's clock. */
type Last = { account: string; on: string; outcome: Promise<Outcome | null> }
let last: Last | null = null

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Once a day. Null where there is no proof, or none could be had. */
function useOutcome(account: string): Outcome | null {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    const on = dayOf(Date.now())
    const ask = async () => {
      const asked = dispatch(ownProof.initiate(null, { subscribe: false, forceRefetch: true }))
      const { proof } = (await asked.unwrap()).data
      return proof === null ? null : checkOwn(proof, account, null)
    }
    if (last?.account !== account || last.on !== on) last = { account, on, outcome: ask() }
    let gone = false
    last.outcome.then(
      (found) => gone || setOutcome(found),
      // Without an answer nothing is known; whoever comes back later is told.
      () => (last = null),
    )
    return () => {
      gone = true
    }
  }, [account, dispatch])
  return outcome
}

/** What business calls yesterday: in a demonstration, whose clock may be ahead, only the date says it. */
const proofOf = (day: string) =>
  day === dayOf(Date.now() - 86_400_000) ? 'yesterday’s proof' : `the proof of ${showDay(day)}`

/** One quiet line. */
export default function Counted({ account }: { account: string }) {
  const outcome = useOutcome(account)
  if (!outcome) return null
  return (
    <p className="caption" role="status">
      {outcome.is === 'counted' ? (
        <Link to="/dashboard/proof">Counted in {proofOf(outcome.checked.manifest.day)}</Link>
      ) : (
        <Link to="/dashboard/proof">Your money wasn’t found in the last proof: see why</Link>
      )}
    </p>
  )
}
