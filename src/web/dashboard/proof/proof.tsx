import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { WithMe } from '../with-me.tsx'
import { Days } from './days.tsx'
import { NotShown } from './not-shown.tsx'
import { WithoutUs } from './without-us.tsx'

export const meta = titled('Is my money counted?')

export default function IsMyMoneyCounted() {
  return (
    <>
      <div>
        <PageHead title="Is my money counted?" />
        <p className="lead">
          Each day we publish what we owe to everybody together. Your browser checks here that your
          money is in that sum.
        </p>
      </div>
      <WithMe>{(me) => <Days me={me} />}</WithMe>
      <InPlainWords />
      <NotShown />
      <WithoutUs />
    </>
  )
}

function InPlainWords() {
  const { name } = useSite()
  return (
    <Sheet title="In plain words">
      <div className="stack">
        <p>
          When a day has ended, everything that {name} owes to anybody is added up: balances, money
          held for withdrawals, what lies in plans, and the profit promised for it. Two amounts at a
          time are added, then two of those sums, and so on, up to one sum for everybody.
        </p>
        <p>
          Each sum is sealed with a hash: a number of 64 digits that changes when anything below it
          does. The last sum and its hash are published in a small file, the day’s manifest. It also
          names the hash of the manifest before it, so that no day can be changed later without all
          days after it.
        </p>
        <p>
          Your proof has what you need to add up the way from your own money to the top. Of others
          it has sums and shares of amounts, and never whose they are. If your way ends at the
          published sum, you are in it.
        </p>
      </div>
    </Sheet>
  )
}
