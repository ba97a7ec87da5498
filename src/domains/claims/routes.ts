import { claimsKeptSeconds, getClaims, type Claim } from '../../contract/claims.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readClaims } from './read.ts'
import type { RoutesOf } from '../routes.ts'

/** Read once a minute at most, however many ask: those who come meanwhile get the same reading. */
function keepingClaims({ older, policy }: Pick<House, 'older' | 'policy'>): () => Promise<Claim[]> {
  let kept: { claims: Promise<Claim[]>; at: number } | null = null
  return () => {
    if (kept && performance.now() - kept.at < claimsKeptSeconds * 1000) return kept.claims
    const mine = { claims: readClaims(older, policy.playMoney), at: performance.now() }
    kept = mine
    mine.claims.catch(() => {
      if (kept === mine) kept = null
    })
    return mine.claims
  }
}

export const routes: RoutesOf = (house) => {
  const claims = keepingClaims(house)
  return [route(getClaims, async () => succeeded({ claims: await claims() }))]
}
