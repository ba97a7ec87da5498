import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import { ownProof, publishedProofs } from '../../api/proofs.ts'
import { useAppDispatch } from '../../api/store.ts'
import { showDay } from '../../ui/dates.ts'
import { checkOwn, wasThere, type Counted as InIt, type Outcome } from '../own-proof.ts'

/** `none`: there is no proof that this account could be in. */
type Found = Outcome | { is: 'left-out'; day: string } | { is: 'none' } | { is: 'unknown' }
/** What was found out last in this tab, and on which day by the device's clock. */
type Last = { account: string; on: string; found: Promise<Found> }
let last: Last | null = null

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Once a day. Null until it is known. */
function useFound({ accountId, createdAt }: User): Found | null {
  const dispatch = useAppDispatch()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const on = dayOf(Date.now())
    const once = { subscribe: false, forceRefetch: true }
    const find = async (): Promise<Found> => {
      const { proof, kept } = (await dispatch(ownProof.initiate(undefined, once)).unwrap()).data
      if (proof !== null) return checkOwn(proof, accountId, null)
      const { proofs } = (await dispatch(publishedProofs.initiate(undefined, once)).unwrap()).data
      const [newest] = proofs
      if (!newest || !wasThere(createdAt, newest)) return { is: 'none' }
      return kept ? { is: 'left-out', day: newest.day } : { is: 'unknown' }
    }
    if (last?.account !== accountId || last.on !== on)
      last = { account: accountId, on, found: find() }
    let gone = false
    void last.found
      // Without an answer nothing is known; whoever comes back later is told.
      .catch(() => ((last = null), { is: 'unknown' as const }))
      .then((now) => gone || setFound(now))
    return () => {
      gone = true
    }
  }, [accountId, createdAt, dispatch])
  return found
}

/** What business calls yesterday: in a demonstration, whose clock may be ahead, only the date says it. */
const proofOf = (day: string) =>
  day === dayOf(Date.now() - 86_400_000) ? 'yesterday’s proof' : `the proof of ${showDay(day)}`

/** Without the amount, which was of that day: home says one total. */
function countedWords({ checked: { manifest }, kept }: InIt): string {
  const words = `Counted in ${proofOf(manifest.day)}`
  return kept.is === 'unknown' ? `${words}, which could not be compared with an earlier one` : words
}

function wordsOf(found: Exclude<Found, { is: 'none' }>): string {
  switch (found.is) {
    case 'counted':
      return countedWords(found)
    case 'not-counted':
      return 'Your money wasn’t found in the last proof: see why'
    case 'left-out':
      return `Your account isn’t in ${proofOf(found.day)}: see why`
    case 'unknown':
      return 'Whether your money is counted could not be checked'
  }
}

/** One quiet line. */
export default function Counted({ me }: { me: User }) {
  const found = useFound(me)
  if (!found || found.is === 'none') return null
  return (
    <p className="caption" role="status">
      <Link to="/dashboard/proof">{wordsOf(found)}</Link>
    </p>
  )
}
