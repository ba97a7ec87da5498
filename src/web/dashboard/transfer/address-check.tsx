import { useEffect, useState } from 'react'
import { addressKind } from '../../../lib/wallet-address.ts'
import styles from '../../account/form.module.css'

/** What is wrong with an address, or null: also where what checks it can't be loaded, since the server checks it again. */
export const faultOf = (address: string): Promise<string | null> =>
  addressKind(address) === null
    ? Promise.resolve(null)
    : import('../../../lib/address-fault.ts').then(
        ({ addressFault }) => addressFault(address),
        () => null,
      )

type Check = { address: string; fault: string | null }

/** The same, while it is typed; undefined until it is known. */
function useFault(address: string): string | null | undefined {
  const [check, setCheck] = useState<Check | null>(null)
  const isChecked = addressKind(address) !== null
  useEffect(() => {
    let isCurrent = true
    if (isChecked) void faultOf(address).then((fault) => isCurrent && setCheck({ address, fault }))
    return () => void (isCurrent = false)
  }, [address, isChecked])
  return check?.address === address ? check.fault : undefined
}

/** Whether an address is right, while it is typed: nobody is scolded before it is whole. */
export function AddressCheck({ address }: { address: string }) {
  const kind = addressKind(address)
  const fault = useFault(address)
  return (
    <p className={`caption ${styles.below}`} role="status">
      {kind && fault === null && `A ${kind.network} address; its checksum is right.`}
      {kind &&
        fault !== null &&
        fault !== undefined &&
        `Looks like a ${kind.network} address that is incomplete or mistyped: its checksum isn’t right.`}
      {!kind &&
        address &&
        'An address of this kind can’t be checked for typing mistakes. Compare it with your wallet’s, character by character.'}
    </p>
  )
}
