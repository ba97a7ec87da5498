import type { Watching } from '../../../contract/wallet.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { usd } from '../../ui/amount.ts'
import { showAgo } from '../../ui/dates.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { When } from '../when.tsx'
import { sayWhen } from '../zone-shown.ts'

export function Watched({ coin, watching }: { coin: Coin; watching: Watching }) {
  return (
    <Sheet
      title={coin === 'BTC' ? 'How the chain is watched' : 'How TRON is watched'}
      aside={<SampleOrNot watching={watching} />}
      narrow
    >
      <div className="stack">
        <ChainAlerts watching={watching} />
        <Explain lines={[...lastLook(watching), ...rateOf(coin, watching)]} />
      </div>
    </Sheet>
  )
}

const SampleOrNot = ({ watching: { rateSources } }: { watching: Watching }) =>
  rateSources?.includes('sample rate') && <SampleLabel>Sample rate</SampleLabel>

/** A look takes seconds; the first one of a long chain takes minutes. */
const lateMs = 5 * 60_000

const isLate = ({ lookedAt }: Watching) =>
  lookedAt !== null && Date.now() - Date.parse(lookedAt) > lateMs

/** What needs somebody: wherever staff look at the wallet. */
export function ChainAlerts({ watching }: { watching: Watching }) {
  const { fault, unknown, refused, lookedAt, rateFault } = watching
  return (
    <>
      {fault !== null && (
        <Note tone="bad">
          {fault} Until it can be read again no address is shown and nothing is credited; nothing is
          lost.
        </Note>
      )}
      {isLate(watching) && (
        <Note tone="bad">
          Nobody has looked at the chain for a while: the last look was {showAgo(lookedAt!)}. Check
          that the worker runs.
        </Note>
      )}
      {unknown !== null && (
        <Note tone="bad">
          It is not known what waits to be mined: {unknown} Deposits in blocks are credited.
        </Note>
      )}
      {rateFault !== null && (
        <Note tone="bad">
          There is no rate. {rateFault} Deposits wait for one, and no payouts are built; nothing is
          lost.
        </Note>
      )}
      {refused > 0 && (
        <Note tone="bad">
          {refused === 1
            ? '1 deposit is not what was recorded of it: nothing is booked of it until that is explained.'
            : `${refused.toLocaleString('en-US')} deposits are not what was recorded of them: nothing is booked of these until that is explained.`}
        </Note>
      )}
    </>
  )
}

function lastLook({ lookedAt, height }: Watching): Line[] {
  return [
    {
      label: 'Last look',
      amount: lookedAt === null ? 'Not yet' : <When at={lookedAt} />,
      note: lookedAt === null ? null : showAgo(lookedAt),
    },
    {
      label: 'Read up to block',
      amount: height === null ? 'None yet' : height.toLocaleString('en-US'),
    },
  ]
}

function rateOf(coin: Coin, { rate, rateAt, rateSources }: Watching): Line[] {
  return [
    {
      label: 'Rate',
      amount:
        rate === null
          ? 'None: deposits wait for one'
          : `${usd(rate)} a ${coin === 'BTC' ? 'bitcoin' : 'USDT'}`,
      note: [rateSources, rateAt && sayWhen(rateAt)].filter(Boolean).join(', '),
    },
  ]
}
