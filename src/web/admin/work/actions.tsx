/** What can be done about whose a piece of work is: taken, given, given back, put off. */
import { Button } from '@mantine/core'
import { workWords, type StaffWorkItem } from '../../../contract/staff-work.ts'
import { useTakeWorkMutation } from '../../api/staff-work.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { useStaff } from '../staff.ts'
import { seenOf, type AskedOfWork } from './dialogs.tsx'

/** `request of Mara Quill for $50.00`, for buttons that screen readers hear one after another. */
export const spoken = ({ of, about, amount }: StaffWorkItem) =>
  `${workWords[of].title.toLowerCase()}${about ? ` of ${about.fullName}` : ''}${amount === null ? '' : ` for ${usd(amount)}`}`

type WorkActionsProps = { item: StaffWorkItem; onAsk(asked: AskedOfWork): void }

export function WorkActions({ item, onAsk }: WorkActionsProps) {
  const { id } = useStaff()
  if (!item.mayHold) return null
  const isMine = item.holder?.id === id
  const asks = (what: AskedOfWork['what'], label: string) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label.replace('…', '')}: ${spoken(item)}`}
      onClick={() => onAsk({ what, item })}
    >
      {label}
    </Button>
  )
  return (
    <div className="joined">
      {!isMine && <Take item={item} />}
      {asks('give', 'Give…')}
      {isMine && asks('return', 'Give back…')}
      {(isMine || item.holder === null) && asks('put off', 'Put off…')}
    </div>
  )
}

function Take({ item }: { item: StaffWorkItem }) {
  const [trigger] = useTakeWorkMutation()
  const otherwise = 'Nothing was changed. Please try again.'
  const { give, busy } = useCommand({ trigger, otherwise, told: 'in toasts' })
  const label = item.holder === null ? 'Take' : 'Take over'
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label}: ${spoken(item)}`}
      disabled={busy}
      onClick={() => void give(seenOf(item))}
    >
      {label}
    </Button>
  )
}
