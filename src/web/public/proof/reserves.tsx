import type { PublishedProof } from '../../../contract/proof.ts'
import { showDay } from '../../ui/dates.ts'

/** What the keys of the firm's wallets have signed for, and what that doesn't show; or that nothing was published. */
export function Reserves({ proof }: { proof: PublishedProof }) {
  const { holds, reserves } = proof
  if (reserves === null)
    return (
      <p>
        No proof of coins was published for this day
        {holds.BTC.coins === '0'
          ? ', and the books hold no bitcoin.'
          : ': that the bitcoin is there is our statement alone.'}
      </p>
    )
  return (
    <>
      <Proved proof={proof} reserves={reserves} />
      <p>
        Keys show who could spend these coins then, not whose they are: coins can be borrowed for a
        day or pledged, and others may have the same keys.
      </p>
    </>
  )
}

type Proof = NonNullable<PublishedProof['reserves']>

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

function Proved({ proof: { day }, reserves }: { proof: PublishedProof; reserves: Proof }) {
  const { coins, proved, height, block, number, publishedAt } = reserves
  return (
    <>
      <p>
        The keys of {counted(coins, 'coin')} have signed for {proved.coins} BTC over the hash of
        this day’s manifest; published on {showDay(publishedAt.slice(0, 10))}.{' '}
        {comparedWithBooks(reserves)}
      </p>
      <p>
        All of them were there and unspent at block {height}, <code>{block}</code>. Anybody with a
        Bitcoin node can look for themselves: <code>bitcoin-cli gettxout TXID OUTPUT</code> says
        whether a coin is still unspent, and what it has. Which coins they are, with the signatures:{' '}
        <a href={`/proofs/${day}.reserves.json`}>/proofs/{day}.reserves.json</a>
      </p>
      {number > 1 && (
        <p>
          Published anew {counted(number - 1, 'time')}; before that:{' '}
          <Earlier day={day} upTo={number - 1} />
        </p>
      )}
    </>
  )
}

function comparedWithBooks({ unproved, beyond }: Proof): string {
  if (beyond !== '0')
    return `That is ${beyond} BTC more than the books held at that moment: it covers nothing here.`
  return unproved.coins === '0'
    ? 'That is all the bitcoin that the books held at that moment.'
    : `Of the bitcoin that the books held at that moment, ${unproved.coins} BTC isn’t proved.`
}

function Earlier({ day, upTo }: { day: string; upTo: number }) {
  return Array.from({ length: upTo }, (_, n) => (
    <span key={n}>
      {n > 0 && ', '}
      <a href={`/proofs/${day}/reserves-${n + 1}.json`}>proof {n + 1}</a>
    </span>
  ))
}
