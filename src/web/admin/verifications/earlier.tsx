import { Link } from 'react-router'
import type { StaffCase } from '../../../contract/verification.ts'
import { useVerificationsInfiniteQuery } from '../../api/staff-verifications.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { caseBadge } from '../../account/verification/words.ts'
import { Badge } from '../../ui/badge.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import admin from '../admin.module.css'
import layout from '../list/case.module.css'
import { casePath } from './view.ts'
import { sayWhen } from '../zone-shown.ts'
import { When } from '../when.tsx'

/** What the same person sent in at other times; nothing where this is all. */
export function EarlierCases({ row: { id, user } }: { row: StaffCase }) {
  const { data, ...answer } = useVerificationsInfiniteQuery({
    userId: user.id,
  })
  if (!data) return <NotLoaded what="what was sent in before" rows={1} {...answer} />
  const others = data.pages
    .flatMap((page) => page.data.verifications)
    .filter((one) => one.id !== id)
  if (others.length === 0) return null
  return (
    <section className={layout.part}>
      <h3>Sent in at other times</h3>
      <CaseList cases={others} />
      <LoadMore {...answer} />
    </section>
  )
}

/** One line for each, with what was decided and why. */
export function CaseList({ cases }: { cases: StaffCase[] }) {
  return (
    <ul className={admin.notes}>
      {cases.map((one) => {
        const [state, word] = caseBadge(one)
        return (
          <li key={one.id}>
            <div className="row">
              <Link to={casePath(one.id)}>
                Sent in <When at={one.submittedAt} />
              </Link>
              <Badge state={state}>{word}</Badge>
            </div>
            {one.decidedAt && (
              <p className={`caption ${layout.words}`}>
                {one.decidedBy?.fullName ?? 'Staff'}, {sayWhen(one.decidedAt)}
                {one.reason && `: “${one.reason}”`}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
