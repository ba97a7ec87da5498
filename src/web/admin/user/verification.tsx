/** Who a person is, as far as that was shown: every time that they sent it in, and what was decided. */
import { Link } from 'react-router'
import type { User } from '../../../contract/user.ts'
import { useVerificationsInfiniteQuery } from '../../api/staff-verifications.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { stateBadges } from '../../account/verification/words.ts'
import { Badge } from '../../ui/badge.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CaseList } from '../verifications/earlier.tsx'

export function UserVerification({ user }: { user: User }) {
  const { data, ...answer } = useVerificationsInfiniteQuery({
    userId: user.id,
  })
  const cases = data?.pages.flatMap((page) => page.data.verifications)
  const state = cases && (cases[0]?.user.state ?? 'none')
  const isFinal = cases?.some((one) => one.isFinal) ?? false
  return (
    <Sheet
      id="verification"
      title="Verification"
      aside={
        <span className="row">
          {state && (
            <Badge state={stateBadges[state][0]}>
              {isFinal ? 'Refused for good' : stateBadges[state][1]}
            </Badge>
          )}
          <Link className="small" to="/admin/verifications">
            All verifications
          </Link>
        </span>
      }
    >
      {cases ? (
        cases.length === 0 ? (
          <Empty>This user has not sent in who they are. What they send in will appear here.</Empty>
        ) : (
          <CaseList cases={cases} />
        )
      ) : (
        <NotLoaded what="the verifications" rows={1} {...answer} />
      )}
      <LoadMore {...answer} />
    </Sheet>
  )
}
