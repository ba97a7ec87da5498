import { Button } from '@mantine/core'
import type { CoinsForMe } from '../../../contract/coin-deposit.ts'
import { useArriving, useDrawAddressMutation } from '../../api/coin-deposits.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Address } from '../../ui/address.tsx'
import { usd } from '../../ui/amount.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastBad } from '../../ui/toast.tsx'
import { Arrivals } from './arrivals.tsx'
import { networks, stepsInWords, wordsOf, type Coin } from '../coin-words.ts'
import styles from './bitcoin.module.css'

export default function OwnCoins() {
  const { bitcoin, usdt } = useArriving()
  return (
    <>
      {bitcoin && <OwnCoin coin="BTC" coins={bitcoin} />}
      {usdt && <OwnCoin coin="USDT" coins={usdt} />}
    </>
  )
}

type Shown = { coin: Coin; coins: CoinsForMe }

function OwnCoin({ coin, coins }: Shown) {
  const { isReal } = networks[coins.network]
  return (
    <>
      <Sheet
        title={`Your ${wordsOf[coin].address}`}
        aside={!isReal && <SampleLabel>Test network</SampleLabel>}
        lit={isReal}
      >
        <div className={styles.own}>
          <div className="stack" role="status">
            <Own coin={coin} coins={coins} />
          </div>
          <Terms coin={coin} coins={coins} />
        </div>
      </Sheet>
      <Arrivals coin={coin} coins={coins} />
    </>
  )
}

/** The address, the way to one, or why there is none now. */
function Own({ coin, coins: { address, closed, network } }: Shown) {
  if (closed !== null) return <Note>{closed}</Note>
  if (address === null) return <Draw coin={coin} />
  const name = `your ${wordsOf[coin].address}`
  return (
    <>
      <QrCode text={address.uri} label={`QR code of ${name}`} />
      <CopyText text={address.address} name={name}>
        <Address>{address.address}</Address>
      </CopyText>
      <p className="small">{networks[network].warning} The address is yours for good.</p>
    </>
  )
}

function Draw({ coin }: { coin: Coin }) {
  const [draw] = useDrawAddressMutation()
  const { send, busy } = useSend(draw)
  async function get() {
    const outcome = await send({ coin })
    if (outcome?.failure)
      toastBad(failureText(outcome.failure, 'You were given no address. Please try again.'))
  }
  return (
    <>
      <p>
        You get an address of your own, for good. Whatever arrives there is credited to your
        balance, however often you send.
      </p>
      <div>
        <Button onClick={() => void get()} disabled={busy}>
          {busy ? 'Processing...' : coin === 'BTC' ? 'Get my address' : 'Get my USDT address'}
        </Button>
      </div>
    </>
  )
}

function Terms({ coin, coins: { network, minimum, steps, rate } }: Shown) {
  const { name, note } = networks[network]
  return (
    <div className="stack">
      <Explain
        lines={[
          { label: 'Network', note, amount: name },
          {
            label: 'Smallest amount',
            note: 'less is kept, and credited once more arrives',
            amount: `${minimum} ${coin}`,
          },
          {
            label: 'Credited after',
            note: wordsOf[coin].depth,
            amount: stepsInWords(steps),
          },
          {
            label: 'Current rate',
            note: rate ? `${rate.sources}, ${showDateTime(rate.at)}` : 'what arrives waits for one',
            amount: rate ? <Rate coin={coin} rate={rate} /> : 'None now',
          },
        ]}
      />
      <p className="small">What arrives is credited in dollars, at the rate when it is credited.</p>
    </div>
  )
}

const Rate = ({ coin, rate }: { coin: Coin; rate: NonNullable<CoinsForMe['rate']> }) => (
  <div className={styles.rate}>
    <span>
      {usd(rate.dollars)} {wordsOf[coin].one}
    </span>
    {rate.sources.includes('sample rate') && <SampleLabel>Sample rate</SampleLabel>}
  </div>
)
