import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { LatestReceived } from './latest.tsx'
import { TransferRules } from './rules.tsx'
import { WithMe } from '../with-me.tsx'
import styles from './receive.module.css'
import { titled } from '../../seo.ts'

export const meta = titled('Receive')

export default function Receive() {
  return (
    <>
      <PageHead title="Receive" />
      <WithMe>{(me) => <Receiving me={me} />}</WithMe>
    </>
  )
}

function Receiving({ me }: { me: User }) {
  return (
    <>
      {me.status === 'frozen' && (
        <Note>
          This account is frozen: money can still come in, but none can leave it. Our staff can
          unfreeze it.
        </Note>
      )}
      <div className="columns">
        <div className="stack">
          <OwnAccountId accountId={me.accountId} />
          <LatestReceived />
        </div>
        <TransferRules />
      </div>
    </>
  )
}

function OwnAccountId({ accountId }: { accountId: string }) {
  return (
    <Sheet title="Your account ID" lit>
      <div className="stack">
        <CopyText text={accountId} name="Account ID" large />
        <div className={styles.code}>
          <QrCode text={accountId} label={`QR code of your account ID ${accountId}`} />
          <p className="small">
            Give it to anyone who wants to transfer money to you from an account on this platform.
            It cannot receive coins: for those,{' '}
            <Link to="/dashboard/fundaccount">fund your account</Link>.
          </p>
        </div>
      </div>
    </Sheet>
  )
}
