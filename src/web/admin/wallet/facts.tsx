import type { ReactNode } from 'react'
import type { FirmWallet } from '../../../contract/wallet.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { networks, signing } from './words.ts'
import styles from './wallet.module.css'
import { When } from '../when.tsx'

export function WalletFacts({ wallet }: { wallet: FirmWallet }) {
  const { descriptor, network, keys, addresses } = wallet
  return (
    <div className="stack">
      <Explain
        lines={[
          { label: 'Network', amount: networks[network] ?? network },
          { label: 'Signatures', amount: signing(wallet) },
          ...keys.map(({ fingerprint, path }, place): Line => ({
            label: keys.length === 1 ? 'Key' : `Key ${place + 1}`,
            note:
              fingerprint === null
                ? 'path from the signer’s seed; the key doesn’t say of which'
                : 'fingerprint, and path from the signer’s seed',
            amount: (
              <code className={styles.key}>
                {[fingerprint, path].filter((part) => part !== null).join(' ')}
              </code>
            ),
          })),
          { label: 'Addresses given to people', amount: addresses.toLocaleString('en-US') },
          ...decided(wallet),
        ]}
      />
      <div>
        <p className="caption">The wallet’s public keys, as the settings have them</p>
        <CopyText text={descriptor} name="descriptor" />
      </div>
    </div>
  )
}

function decided({ comparedBy, comparedAt, confirmedBy, confirmedAt }: FirmWallet): Line[] {
  return [
    { label: 'Compared by', by: comparedBy, at: comparedAt },
    { label: 'Confirmed by', by: confirmedBy, at: confirmedAt },
  ].flatMap(({ label, by, at }) =>
    by === null ? [] : [{ label, amount: by, note: at === null ? null : whenOf(at) }],
  )
}

const whenOf = (at: string): ReactNode => <When at={at} />
