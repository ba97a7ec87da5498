import { useEffect, useState } from 'react'
import {
  accountAsWallet,
  addressKind,
  cleanAddress,
  decorationFault,
  lostThere,
} from '../../../lib/wallet-address.ts'
import { secretForAddress, secretForName, secretInBoth } from '../../../lib/wallet-secret.ts'
import styles from '../../account/form.module.css'

/** What is seen at once: above all a secret, which doesn't leave the browser then. */
function faultAtOnce(typed: string): string | null {
  const address = cleanAddress(typed)
  return (
    secretForAddress(typed) ??
    decorationFault(address) ??
    lostThere(address) ??
    accountAsWallet(address)
  )
}

/** What a form says of a typed address at once, and of the name that somebody gives a place. */
export const addressProblem = (typed: string, name: string): string | null =>
  typed.trim()
    ? (faultAtOnce(typed) ?? secretInBoth(name, typed))
    : 'Please enter the wallet address'
export const nameProblem =
  (missing: string) =>
  (typed: string): string | null =>
    typed.trim() ? secretForName(typed) : missing

/** What is wrong with its checksum, or null: also where what checks it can't be loaded, since the server checks it again. */
const checksumFault = (address: string): Promise<string | null> =>
  addressKind(address) === null
    ? Promise.resolve(null)
    : import('../../../lib/address-fault.ts').then(
        ({ addressFault }) => addressFault(address),
        () => null,
      )

/** What is wrong with an address as it was typed, or null. */
export const faultOf = async (typed: string): Promise<string | null> =>
  faultAtOnce(typed) ?? (await checksumFault(cleanAddress(typed)))

type Check = { address: string; fault: string | null }

/** The same of a checksum, while it is typed; undefined until it is known. */
function useFault(address: string): string | null | undefined {
  const [check, setCheck] = useState<Check | null>(null)
  const isChecked = addressKind(address) !== null
  useEffect(() => {
    let isCurrent = true
    if (isChecked)
      void checksumFault(address).then((fault) => isCurrent && setCheck({ address, fault }))
    return () => void (isCurrent = false)
  }, [address, isChecked])
  return check?.address === address ? check.fault : undefined
}

/** Whether an address is right, while it is typed: nobody is scolded before it is whole. */
export function AddressCheck({ typed }: { typed: string }) {
  const address = cleanAddress(typed)
  const kind = addressKind(address)
  const fault = useFault(address)
  const seen = faultAtOnce(typed)
  return (
    <p className={`caption ${styles.below}`} role="status">
      {seen}
      {kind && !seen && fault === null && `A ${kind.network} address; its checksum is right.`}
      {kind &&
        fault !== null &&
        fault !== undefined &&
        `Looks like a ${kind.network} address that is incomplete or mistyped: its checksum isn’t right.`}
      {!kind &&
        !seen &&
        address &&
        'An address of this kind can’t be checked for typing mistakes. Compare it with your wallet’s, character by character.'}
    </p>
  )
}
