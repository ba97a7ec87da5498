import { CopyText } from '../../ui/copy-text.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { referralLinkOf } from '../referral-link.ts'
import styles from './friends.module.css'

/** The link to send, as a code for a telephone beside it, and what to read out where neither will do. */
export function ReferralLink({ code }: { code: string }) {
  const link = referralLinkOf(code)
  return (
    <Sheet title="Your referral link" lit>
      <div className="stack">
        <CopyText text={link} name="Referral link" />
        <div className={styles.code}>
          <QrCode text={link} label="QR code of your referral link" />
          <div className="stack">
            <p className="small">
              Send the link to a friend, or let them scan the code. The sign-up page opens with your
              referral code filled in and your name, masked. Or give them the code alone:
            </p>
            <CopyText text={code} name="Referral code" />
          </div>
        </div>
      </div>
    </Sheet>
  )
}
