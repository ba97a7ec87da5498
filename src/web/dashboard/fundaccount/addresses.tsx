import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { useDepositAddressesQuery, type DepositAddress } from '../../api/deposits.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { useSite } from '../../site.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note, Waiting } from '../../ui/states.tsx'
import styles from './addresses.module.css'

/** Beside an address of one's own the pack's for the same coin isn't shown, nor before it is known that there is none. */
function useAddresses() {
  const { data: own, error } = useCoinDepositsQuery()
  const found = useDepositAddressesQuery()
  const all = found.data?.data.addresses
  const isKnown = own !== undefined || error !== undefined
  const isOwn = (asset: DepositAddress['asset']) =>
    asset === 'Bitcoin' ? own?.data.bitcoin !== null : own?.data.usdt !== null
  return { ...found, addresses: all?.filter(({ asset }) => !isOwn(asset)), isKnown }
}

export function DepositAddresses() {
  const { mode } = useSite()
  const { data, addresses, isKnown } = useAddresses()
  // Where money comes in by bank alone, nothing is said of coins; nor where all of them have an address of their own.
  if (isKnown && addresses?.length === 0 && (data?.data.bank || data?.data.addresses.length !== 0))
    return null
  return (
    <Sheet
      title="Deposit addresses"
      aside={mode === 'demo' && <SampleLabel />}
      lit={mode === 'live'}
    >
      <Addresses />
    </Sheet>
  )
}

function Addresses() {
  const { data, addresses, isKnown, ...answer } = useAddresses()
  if (answer.error && !data) return <LoadFailed what="addresses" {...answer} />
  if (!addresses || !isKnown) return <Waiting />
  if (addresses.length === 0)
    return <Empty>There are no deposit addresses now. Please contact your account manager.</Empty>
  return (
    <div className={styles.window}>
      {addresses.map((one) => (
        <Address key={one.address} one={one} />
      ))}
    </div>
  )
}

function Address({ one: { asset, network, address, usable, note } }: { one: DepositAddress }) {
  const name = `${asset === 'Bitcoin' ? 'BTC' : `${asset} (${network})`} deposit address`
  const code = usable
    ? `QR code of the ${name}`
    : `QR code of the ${name}: send nothing there, ${note}`
  return (
    <article className={styles.pane} aria-label={name}>
      <h3>{name}</h3>
      <QrCode text={address} label={code} notFor={usable ? undefined : 'Send nothing'} />
      <CopyText text={address} name={name} />
      {usable ? (
        <p className="small">
          {note}. Send {asset} on this network only: anything else sent here can be lost.
        </p>
      ) : (
        <Note>
          <strong>Send nothing to this address.</strong> It belongs to a demonstration: {note}.
        </Note>
      )}
    </article>
  )
}
