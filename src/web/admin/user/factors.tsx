import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { useProposeFactorRemovalMutation, useUserFactorsQuery } from '../../api/access-changes.ts'
import { useCommand } from '../../api/use-command.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDate } from '../../ui/dates.ts'
import { ReasonQuestion } from '../../ui/reason-question.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff, whyNotOn } from '../staff.ts'

/** Null: the authenticator app. */
type Factor = { passkeyId: string | null; name: string; added: string; used: string | null }

/** A user's second factors. Two administrators can remove one that was lost, or that someone else added. */
export function UserFactors({ user }: { user: User }) {
  const staff = useStaff()
  if (user.status === 'closed') return null
  return (
    <Sheet id="factors" title="Second factors">
      <Factors
        user={user}
        mayPropose={staff.may('change-sign-ins') && whyNotOn(staff, user) === null}
      />
    </Sheet>
  )
}

function Factors({ user, mayPropose }: { user: User; mayPropose: boolean }) {
  const { data, ...answer } = useUserFactorsQuery(user.id)
  const [asked, setAsked] = useState<Factor | null>(null)
  if (!data) return <NotLoaded what="second factors" rows={1} {...answer} />
  const { app, passkeys, recoveryCodesLeft } = data.data.factors
  const rows: Factor[] = [
    ...(app
      ? [{ passkeyId: null, name: 'Authenticator app', added: app.confirmedAt, used: null }]
      : []),
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      passkeyId: id,
      name: `Passkey “${name}”`,
      added: createdAt,
      used: lastUsedAt,
    })),
  ]
  if (rows.length === 0) return <Empty>None: the password alone is enough to sign in.</Empty>
  const columns: Column<Factor>[] = [
    { head: 'Factor', kind: 'name', cell: ({ name }) => name },
    { head: 'Added', kind: 'date', cell: ({ added }) => showDate(added) },
    {
      head: 'Last used',
      kind: 'date',
      cell: ({ used, passkeyId }) =>
        used ? showDate(used) : passkeyId === null ? 'Not recorded' : 'Not yet',
    },
    ...(mayPropose
      ? [
          {
            head: 'Actions',
            kind: 'actions' as const,
            cell: (row: Factor) => (
              <Button
                variant="subtle"
                size="compact-sm"
                data-danger
                onClick={() => setAsked(row)}
                aria-label={`Remove ${row.name}`}
              >
                Remove
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="stack">
      <DataTable
        label="Second factors"
        columns={columns}
        rows={rows}
        keyOf={({ passkeyId }) => passkeyId ?? 'app'}
      />
      <p className="caption">
        {recoveryCodesLeft} recovery codes left. They stop working when the last factor is removed.
      </p>
      {asked && <Propose user={user} factor={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

const kinds = [
  { value: 'lost', label: 'The user has lost it' },
  { value: 'hostile', label: 'Someone else added it' },
]

function Propose({ user, factor, onClose }: { user: User; factor: Factor; onClose(): void }) {
  const [kind, setKind] = useState('lost')
  const [propose] = useProposeFactorRemovalMutation()
  const { give, busy } = useCommand({
    trigger: propose,
    otherwise: 'This could not be proposed. Please try again.',
    told: 'in toasts',
    onDone: onClose,
  })
  return (
    <ReasonQuestion
      title="Remove this second factor?"
      onClose={onClose}
      confirm="Propose"
      busy={busy}
      danger
      label={`Reason, shown to ${user.fullName}`}
      onGiven={(reason) =>
        void give({
          userId: user.id,
          passkeyId: factor.passkeyId,
          hostile: kind === 'hostile',
          reason,
        })
      }
    >
      <p>
        {factor.name} of <bdi>{user.fullName}</bdi>. Somebody else must approve. A live firm then
        waits a day and sends every known address a link that stops it.
      </p>
      <NativeSelect
        label="What happened"
        data={kinds}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
      />
      {kind === 'hostile' && (
        <p className="small">
          The person signed in now may be the one who added it, so only the link in the email can
          stop the removal. End all sessions too.
        </p>
      )}
    </ReasonQuestion>
  )
}
