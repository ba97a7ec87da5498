import type { CoinEntry } from '../../../contract/coin-exchange.ts'
import admin from '../admin.module.css'
import { ByWhom } from '../proposed.tsx'
import styles from './coins.module.css'
import { named, rateWords } from './words.ts'

/** One sale, purchase or cover, as it was booked. */
export function Entry({ entry }: { entry: CoinEntry }) {
  const { reference, txid, reason, firstAt, firstBy, bookedAt, bookedBy } = entry
  const rate = rateWords(entry)
  return (
    <li className={admin.waiting}>
      <div className={styles.figures}>
        <p>
          <ins>{named(entry)}</ins>
        </p>
        <p className={admin.change}>
          Reference {reference}
          {rate && `, ${rate}`}
          {txid && (
            <>
              , transaction <code>{txid}</code>
            </>
          )}
        </p>
        <p className="caption">
          Agreed to by <ByWhom by={firstBy.fullName} at={firstAt} reason={reason} />, and booked by{' '}
          <ByWhom by={bookedBy.fullName} at={bookedAt} />
        </p>
      </div>
    </li>
  )
}
