import { spacedIban } from '../../../lib/bank-account.ts'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { useDepositAddressesQuery } from '../../api/deposits.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { WithMe } from '../with-me.tsx'

/** The firm's account at a bank, and what has to stand on a transfer so that it is known whose it is. */
export function BankTransfer() {
  const { data } = useDepositAddressesQuery()
  const { data: coins } = useCoinDepositsQuery()
  const bank = data?.data.bank
  if (!bank) return null
  const lines = [
    ['Account holder', bank.holder],
    ['Bank', bank.bank],
    ['IBAN', bank.iban && spacedIban(bank.iban)],
    ['BIC', bank.bic],
    ['Account number', bank.account],
    ['Routing number', bank.routing],
  ] as const
  return (
    <Sheet title="Bank transfer" lit narrow>
      <div className="stack">
        {lines.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <p className="caption">{label}</p>
                <CopyText text={text} name={label} />
              </div>
            ),
        )}
        <WithMe>
          {({ accountId }) => (
            <div>
              <p className="caption">Payment reference</p>
              <CopyText text={accountId} name="Account ID" large />
              {bank.reference && <p className="small">{bank.reference}</p>}
              <p className="small">
                Use your account ID as the payment reference, so that we know the money is yours. We
                accept US dollars only. Two of our staff book it once it has arrived. Cards are not
                accepted
                {coins?.data.bitcoin ? null : ', and coins aren’t either'}.
              </p>
            </div>
          )}
        </WithMe>
      </div>
    </Sheet>
  )
}
