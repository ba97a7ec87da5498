import { Link } from 'react-router'
import type { BankAccount } from '../../../contract/receipt.ts'
import { useReconciliationsQuery } from '../../api/statements.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { accountNames } from '../receipts/words.ts'
import { When } from '../when.tsx'

/** When each account at the bank was last held against its statement. */
export function Reconciled() {
  const { data, ...answer } = useReconciliationsQuery()
  return (
    <Sheet title="Reconciled with the bank">
      {data ? (
        <div className="stack">
          {(Object.keys(accountNames) as BankAccount[]).map((account) => {
            const last = data.data.reconciliations.find((one) => one.account === account)
            return (
              <p key={account}>
                {accountNames[account]}:{' '}
                {last ? (
                  <>
                    until {last.statementDay}, {usd(last.closing)} at the bank, by{' '}
                    <bdi>{last.reconciledBy.fullName}</bdi>, <When at={last.reconciledAt} />
                  </>
                ) : (
                  'not reconciled yet'
                )}
              </p>
            )
          })}
          <p className="small">
            <Link to="/admin/statements">Read a bank statement</Link>
          </p>
        </div>
      ) : (
        <NotLoaded what="what was reconciled" rows={2} {...answer} />
      )}
    </Sheet>
  )
}
