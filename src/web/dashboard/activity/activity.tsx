import { Link } from 'react-router'
import { activityCsvPath } from '../../api/activity.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { choiceOf, chosenIn, type Chosen } from '../../account/activity/choice.ts'
import { ActivityFilter } from '../../account/activity/filter.tsx'
import { WholeActivity } from '../../account/activity/whole.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { Statements } from './statements.tsx'
import { titled } from '../../seo.ts'

export const meta = titled('Activity')

export default function Activity() {
  const [query, change] = useAddress()
  const chosen = chosenIn(query)
  const choose = (name: keyof Chosen, value: string, how?: { replace: boolean }) =>
    change((now) => withChosen(now, name, value), how)
  return (
    <>
      <PageHead title="Activity">
        <LinkButton
          href={activityCsvPath(choiceOf(chosen))}
          variant="default"
          download
          onClick={sayDownload}
        >
          Export as CSV
        </LinkButton>
      </PageHead>
      <Sheet label="Activity">
        <ActivityFilter chosen={chosen} onChoose={choose} />
        <Statements />
        <WholeActivity
          chosen={chosen}
          nothing={<NothingYet filtered={Object.keys(choiceOf(chosen)).length > 0} />}
        />
      </Sheet>
    </>
  )
}

function NothingYet({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <Empty action={<Link to="/dashboard/activity">Show everything</Link>}>
        Nothing here matches what you chose.
      </Empty>
    )
  return (
    <Empty action={<Link to="/dashboard/fundaccount">Fund your account</Link>}>
      Nothing has happened yet. It begins with a deposit.
    </Empty>
  )
}
