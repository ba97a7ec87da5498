import type { ReactNode } from 'react'

/** Its beginning and its end, between which eyes would lose their place anyway. */
export const shortened = (txid: string) => `${txid.slice(0, 8)}…${txid.slice(-8)}`

type Explored = { explorer: string | null; children: ReactNode }

/** A link to where a transaction can be looked at, by somebody else; its words alone where the pack names nobody. */
export function Explorer({ explorer, children }: Explored) {
  if (explorer === null) return children
  return (
    <a href={explorer} target="_blank" rel="noopener">
      {children}
      <span className="hide"> (opens a new tab)</span>
    </a>
  )
}

/** Where it can be looked at: its id is whole for those who hear it, and on the page that opens. */
export function Transaction({ txid, explorer }: { txid: string; explorer: string | null }) {
  return (
    <Explorer explorer={explorer}>
      <span aria-hidden="true" title={txid}>
        transaction {shortened(txid)}
      </span>
      <span className="hide">transaction {txid}</span>
    </Explorer>
  )
}
