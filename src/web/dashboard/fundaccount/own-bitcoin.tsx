import { Button } from '@mantine/core'
import type { BitcoinForMe } from '../../../contract/coin-deposit.ts'
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
import { stepsInWords } from './bitcoin-words.ts'
import styles from './bitcoin.module.css'

export default function OwnBitcoin() {
  const bitcoin = useArriving()
  if (!bitcoin) return null
  const isReal = bitcoin.network === 'main'
  return (
    <>
      <Sheet
        title="Your Bitcoin address"
        aside={!isReal && <SampleLabel>Test network</SampleLabel>}
        lit={isReal}
      >
        <div className={styles.own}>
          <div className="stack" role="status">
            <Own bitcoin={bitcoin} />
          </div>
          <Terms bitcoin={bitcoin} />
        </div>
      </Sheet>
      <Arrivals bitcoin={bitcoin} />
    </>
  )
}

/** The address, the way to one, or why there is none now. */
function Own({ bitcoin: { address, closed, network } }: { bitcoin: BitcoinForMe }) {
  if (closed !== null) return <Note>{closed}</Note>
  if (address === null) return <Draw />
  return (
    <>
      <QrCode text={address.uri} label="QR code of your Bitcoin address" />
      <CopyText text={address.address} name="your Bitcoin address">
        <Address>{address.address}</Address>
      </CopyText>
      <p className="small">{warnings[network]}</p>
    </>
  )
}

const warnings: Record<BitcoinForMe['network'], string> = {
  main: 'Send bitcoin on the Bitcoin network only: anything else sent here can be lost. The address is yours for good.',
  test: 'Send coins of Bitcoin’s test network only: real bitcoin sent here would be lost. The address is yours for good.',
  regtest:
    'Send test coins of this demonstration’s own network only: real bitcoin sent here would be lost. The address is yours for good.',
}

function Draw() {
  const [draw] = useDrawAddressMutation()
  const { send, busy } = useSend(() => draw())
  async function get() {
    const outcome = await send(undefined)
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
          {busy ? 'Processing...' : 'Get my address'}
        </Button>
      </div>
    </>
  )
}

const networks: Record<BitcoinForMe['network'], [name: string, note: string]> = {
  main: ['Bitcoin', 'no other network, and no other coin'],
  test: ['Bitcoin’s test network', 'its coins have no value'],
  regtest: ['A test network of this demonstration', 'regtest: its coins have no value'],
}

function Terms({ bitcoin: { network, minimum, steps, rate } }: { bitcoin: BitcoinForMe }) {
  const [name, note] = networks[network]
  return (
    <div className="stack">
      <Explain
        lines={[
          { label: 'Network', note, amount: name },
          {
            label: 'Smallest amount',
            note: 'less is kept, and credited once more has come',
            amount: `${minimum} BTC`,
          },
          {
            label: 'Credited after',
            note: 'by the worth of what arrives',
            amount: stepsInWords(steps),
          },
          {
            label: 'Rate of the moment',
            note: rate ? `${rate.sources}, ${showDateTime(rate.at)}` : 'what arrives waits for one',
            amount: rate ? <Rate rate={rate} /> : 'None now',
          },
        ]}
      />
      <p className="small">
        What arrives is credited in dollars, at the rate of the moment when it is credited.
      </p>
    </div>
  )
}

const Rate = ({ rate }: { rate: NonNullable<BitcoinForMe['rate']> }) => (
  <div className={styles.rate}>
    <span>{usd(rate.dollars)} a bitcoin</span>
    {rate.sources.includes('sample rate') && <SampleLabel>Sample rate</SampleLabel>}
  </div>
)
