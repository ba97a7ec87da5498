/** Reminding several people of what is missing for one reason: each by the same call as one alone. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { StaffCase } from '../../../contract/verification.ts'
import { useRemindOneOfManyMutation } from '../../api/staff-verifications.ts'
import type { useSelected } from '../bulk/each.tsx'
import { EachForReason } from '../bulk/for-reason.tsx'
import { useStaff } from '../staff.ts'

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

/** Whether staff may choose somebody to be reminded; who was reminded lately can be chosen, and is then left out in words. */
export const canBeReminded = ({ reminder }: StaffCase): boolean => reminder !== null

type SelectedProps = { selected: ReturnType<typeof useSelected<StaffCase>> }

export function RemindSelected({ selected: { rows, none } }: SelectedProps) {
  const [isReminding, setReminding] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={rows.length === 0}
        onClick={() => setReminding(true)}
      >
        Remind selected ({rows.length})…
      </Button>
      {isReminding && (
        <RemindMany
          cases={rows}
          onClose={() => {
            none()
            setReminding(false)
          }}
        />
      )}
    </>
  )
}

function RemindMany({ cases, onClose }: { cases: StaffCase[]; onClose(): void }) {
  const [remind] = useRemindOneOfManyMutation()
  const { id: me } = useStaff()
  return (
    <EachForReason
      all={cases}
      namedOf={({ id, user }) => ({ key: id, name: <bdi>{user.fullName}</bdi> })}
      whyNot={({ user, reminder }) =>
        user.id === me
          ? 'Somebody else must remind you.'
          : reminder === null
            ? 'Nothing is missing.'
            : reminder.whyNot
      }
      will={(one) => <Goes to={one} />}
      send={async ({ id }, reason) => (await remind({ id, reason }).unwrap()).message}
      title={(count) => `Remind ${people(count)}?`}
      confirm={(count) => `Remind ${count}`}
      doing="Reminding"
      onClose={onClose}
    />
  )
}

/** Whom the mail goes to, and of what it reminds them. */
function Goes({ to: { user, reason } }: { to: StaffCase }) {
  return (
    <>
      Email to <bdi>{user.email}</bdi>. Missing: “<bdi>{reason}</bdi>”
    </>
  )
}
