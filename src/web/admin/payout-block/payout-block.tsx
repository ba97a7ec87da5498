import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EarlierPayout, PayoutBlock } from '../../../contract/payout-block.ts'
import { usePayoutBlockQuery } from '../../api/payout-block.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { AddPayout, Explain, GoOn } from './dialogs.tsx'
import { EarlierPayouts } from './payouts.tsx'
import { When } from '../when.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Payouts after a restore')

/** What was paid before the books were restored, and isn't in them: nothing else is paid until all of it is dealt with. */
export default function PayoutBlockPage() {
  const { data, ...answer } = usePayoutBlockQuery()
  return (
    <>
      <Head title="Payouts after a restore">
        Payouts made before the books were restored to an earlier time, and missing from them
      </Head>
      {data ? (
        data.data.block ? (
          <Block block={data.data.block} />
        ) : (
          <Empty>The books were never restored: no payout is missing.</Empty>
        )
      ) : (
        <NotLoaded what="the payouts" rows={5} {...answer} />
      )}
    </>
  )
}

type Asked = 'add' | 'go on' | EarlierPayout

function Block({ block }: { block: PayoutBlock }) {
  const { may } = useStaff()
  const [asked, ask] = useState<Asked | null>(null)
  const isOpen = block.status === 'open'
  const close = () => ask(null)
  return (
    <>
      <Sheet title={isOpen ? 'Payouts are blocked' : 'Payouts go on'} lit={isOpen}>
        <div className="stack">
          <Story block={block} />
          {isOpen && (
            <WaitingNote
              about="the end of this block"
              are={({ kind }) => kind === 'payouts-unblocking'}
            />
          )}
          {isOpen && may('pay-out') && (
            <div className="row">
              <Button variant="default" onClick={() => ask('add')}>
                Add a payout
              </Button>
              <Button disabled={block.open > 0} onClick={() => ask('go on')}>
                Propose that payouts go on
              </Button>
            </div>
          )}
        </div>
      </Sheet>
      <Sheet title={`Earlier payouts (${block.total.toLocaleString('en-US')})`} dense>
        {block.payouts.length === 0 ? (
          <Empty>
            None is known. Look in the bank’s and the wallet’s own lists for what was paid after the
            moment that was restored to.
          </Empty>
        ) : (
          <EarlierPayouts
            payouts={block.payouts}
            onExplain={isOpen && may('pay-out') ? ask : null}
          />
        )}
      </Sheet>
      {asked === 'add' ? (
        <AddPayout onClose={close} />
      ) : asked === 'go on' ? (
        <GoOn block={block} onClose={close} />
      ) : (
        asked && <Explain payout={asked} onClose={close} />
      )}
    </>
  )
}

const payouts = (count: number) =>
  count === 1 ? '1 payout' : `${count.toLocaleString('en-US')} payouts`

function Story({ block }: { block: PayoutBlock }) {
  const { cause, status, noticedAt, seenAt, unknownUntil, liftedAt, open } = block
  return (
    <>
      <p>
        <When at={noticedAt} />:{' '}
        {cause === 'restored'
          ? 'the operator restored the database to an earlier time.'
          : 'the database was behind what a server had seen of it. It was restored to an earlier time, or has lost something.'}
        {seenAt !== null && (
          <>
            {' '}
            The last that is missing was recorded <When at={seenAt} />.
          </>
        )}
      </p>
      {unknownUntil !== null && (
        <Note tone="bad">
          Payouts from before <When at={unknownUntil} /> may be lost too and are not listed here.
          Ask the operator to list them from the archive; until then this block cannot be lifted.
        </Note>
      )}
      {status === 'lifted' ? (
        <p>
          Two administrators agreed that payouts go on
          {liftedAt !== null && (
            <>
              , <When at={liftedAt} />
            </>
          )}
          .
        </p>
      ) : open > 0 ? (
        <Note tone="bad">
          {payouts(open)} to be matched. Find each in the bank’s or the wallet’s own list. Where its
          request is still here, record the payout again with the same reference; where it is not,
          correct the account by two and explain it. Until then nothing else is paid.
        </Note>
      ) : (
        <Note>
          Nothing is left to be matched. Look in the bank’s and the wallet’s own lists for further
          payouts; then two administrators agree that payouts go on.
        </Note>
      )}
    </>
  )
}
