import { Link, useParams } from 'react-router'
import type { OwnWithdrawal } from '../../../contract/withdrawal.ts'
import { receiptPath, useOwnWithdrawalQuery } from '../../api/withdrawals.ts'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { sayDownload } from '../../ui/download.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { OpenRequest } from './open-request.tsx'
import { PageHead } from '../../account/page-head.tsx'

export const meta = titled('Withdrawal request')

/** One own request, at an address of its own. */
export default function Request() {
  return (
    <>
      <p className="small">
        <Link to="/dashboard/transfer">All my requests</Link>
      </p>
      <PageHead title="Withdrawal request" />
      <Found id={useParams().requestId ?? ''} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const { currentData: data, ...answer } = useOwnWithdrawalQuery(id)
  if (data) return <Whole {...data.data} />
  if (isUnknown(answer.error)) return <Unknown />
  return <NotLoaded what="the request" rows={6} {...answer} />
}

function Whole({ withdrawal, history, explorer }: OwnWithdrawal) {
  return (
    <>
      <OpenRequest request={withdrawal} history={history} explorer={explorer}>
        <a
          {...buttonLook('default')}
          href={receiptPath(withdrawal._id)}
          download
          onClick={sayDownload}
        >
          Receipt as PDF
        </a>
        <CancelRequest request={withdrawal} />
      </OpenRequest>
      <Sheet title="If you contact us about it" narrow>
        <div className="stack">
          <CopyText text={withdrawal._id} name="request number" />
          <p className="small">
            Quote this number. Nobody else who opens this page’s address sees anything: a request is
            shown only to its owner and to staff.
          </p>
        </div>
      </Sheet>
    </>
  )
}

function Unknown() {
  return (
    <Empty
      action={
        <Link {...buttonLook('default')} to="/dashboard/transfer">
          See all my requests
        </Link>
      }
    >
      You have no request at this address. It may have been copied incompletely, or belong to
      another account. Nothing was changed.
    </Empty>
  )
}
