import { Button } from '@mantine/core'
import { millionthsFromUsdt } from '../../../lib/coin-amount.ts'
import { useLazyPayoutListFileQuery, usePayingAddress } from '../../api/payout-lists.ts'
import { Note } from '../../ui/states.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { save, useFile } from '../coin-payouts/file.ts'
import { sumOf, usdtOf, type OpenList } from './words.ts'

/** What goes to a signer, and what is done with it there. */
export function ToSign({ open }: { open: OpenList }) {
  const [ask] = useLazyPayoutListFileQuery()
  const { hand, busy, problem, said } = useFile(ask)
  return (
    <>
      <section className={styles.part}>
        <h3>1. Take it to a signer</h3>
        <p>
          The file is a CSV with a line for each payout that is not paid yet: its address, its USDT
          and the contract of USDT. Compare each address and amount with the list below, on the
          signer’s own screen.
        </p>
        <Short open={open} />
        {problem && <Note tone="bad">{problem}</Note>}
        <div className="row">
          <Button
            disabled={busy}
            onClick={() =>
              void hand(
                open.list.id,
                ({ name, csv }) => save(name, csv, 'text/csv'),
                'Your browser saves it.',
              )
            }
          >
            Download the CSV
          </Button>
          <span className="caption" role="status">
            {said}
          </span>
        </div>
      </section>
      <section className={styles.part}>
        <h3>2. Send each line once</h3>
        <p>
          Make one transaction for each line, from the address that pays. Each is found in the chain
          by its address and amount and booked with its reference: nothing is to be entered here.
          What TRON has taken can’t be taken back by anybody, and a line that is sent twice is paid
          twice.
        </p>
      </section>
    </>
  )
}

/** Where the address that pays has less than is to be paid. */
function Short({ open: { from, payments } }: { open: OpenList }) {
  const paying = usePayingAddress()
  const due = sumOf(payments.filter(({ paidAt }) => paidAt === null))
  if (!paying || paying.address !== from || !isLess(paying.coins, due)) return null
  return (
    <Note>
      Paying address had {usdtOf(paying.coins)} when the chain was last read, and {usdtOf(due)} are
      to be paid. Move USDT to it from people’s addresses first.
    </Note>
  )
}

/** What an address has can be below zero, where what came before it was watched isn't known. */
const isLess = (coins: string, due: string) =>
  (millionthsFromUsdt(coins) ?? 0n) < millionthsFromUsdt(due)!
