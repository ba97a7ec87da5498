import { bytesToHex } from '@noble/hashes/utils.js'
import { total, type Sum } from '../../../lib/liabilities/format.ts'
import type { Climb, PathStep } from '../../../lib/liabilities/proof.ts'
import { formatUsd } from '../../../lib/money.ts'
import { Sheet } from '../../ui/sheet.tsx'
import type { Counted } from '../own-proof.ts'
import styles from './proof.module.css'

/** Everything that was added and hashed, to be looked at. */
export function Steps({
  counted: {
    checked: { climbs, manifest },
    proof,
  },
}: {
  counted: Counted
}) {
  return (
    <Sheet title="Step by step">
      <div className="stack">
        <p>
          Your money lies in two leaves of the tree, shared between them by chance: what stands
          beside one is a share of somebody’s money, without a name. From each of them your browser
          has added and hashed its way up to the root that the manifest names.
        </p>
        {climbs.map((climb, n) => (
          <Way
            key={climb.part}
            climb={climb}
            path={proof.parts[n]!.path}
            account={proof.account}
            leaves={manifest.leaves}
          />
        ))}
      </div>
    </Sheet>
  )
}

type WayProps = { climb: Climb; path: readonly PathStep[]; account: string; leaves: number }

const sumOf = ({ amounts }: PathStep) => amounts.reduce((sum, cents) => sum + BigInt(cents), 0n)

function Way({ climb: { part, index, nodes }, path, account, leaves }: WayProps) {
  const [leaf, ...above] = nodes as [Sum, ...Sum[]]
  return (
    <details className={styles.way}>
      <summary>
        Part {part}: {formatUsd(total(leaf.amounts))}, leaf {(index + 1).toLocaleString('en-US')} of{' '}
        {leaves.toLocaleString('en-US')}
      </summary>
      <ol>
        <li>
          <p>
            The leaf: {account}, part {part}, {formatUsd(total(leaf.amounts))}, and a secret number
            that keeps others from guessing it
          </p>
          <Hash hash={bytesToHex(leaf.hash)} />
        </li>
        {above.map((sum, level) => (
          <li key={level}>
            <p>
              Level {level + 1}: with {formatUsd(sumOf(path[level]!))} on the{' '}
              {Math.floor(index / 2 ** level) % 2 === 1 ? 'left' : 'right'} it makes{' '}
              {formatUsd(total(sum.amounts))}
              {level === above.length - 1 && ': the sum of the manifest'}
            </p>
            <p className="caption">Beside it</p>
            <Hash hash={path[level]!.hash} />
            <p className="caption">The two together</p>
            <Hash hash={bytesToHex(sum.hash)} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Hash({ hash }: { hash: string }) {
  return <code className={styles.hash}>{hash}</code>
}
