import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { byStaff, profitPaid } from '../../../contract/activity-groups.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { isMeantDay, type Chosen } from './choice.ts'
import { activityKinds, isQuick, quickKinds } from './kinds.ts'
import styles from './list.module.css'

type ActivityFilterProps = {
  chosen: Chosen
  /** What is typed letter by letter is no step to go back to. */
  onChoose(name: keyof Chosen, value: string, how?: { replace: boolean }): void
}

/** Words of what is shown, and what people mostly look for; behind More every kind, and the days: where the reader is, both as a whole. */
export function ActivityFilter({ chosen, onChoose }: ActivityFilterProps) {
  const { kind, from, to } = chosen
  const [isOpen, open] = useState(false)
  const isNarrow = !isQuick(kind) || from !== '' || to !== ''
  return (
    <div className={styles.filter}>
      <SearchField
        placeholder="Words or an amount"
        value={chosen.search}
        onSearch={(text) => onChoose('search', text, { replace: true })}
      />
      <ul className={styles.quick} aria-label="Show only">
        {quickKinds.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={kind === value}
              onClick={() => onChoose('kind', value)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <details open={isOpen || isNarrow} onToggle={({ currentTarget }) => open(currentTarget.open)}>
        <summary>More</summary>
        <div className={styles.choice}>
          <NativeSelect
            label="Show"
            value={kind === byStaff || kind === profitPaid ? '' : kind}
            onChange={(event) => onChoose('kind', event.currentTarget.value)}
            data={activityKinds}
          />
          <DayField label="From" value={from} onChoose={(day) => onChoose('from', day)} />
          <DayField label="To" value={to} onChoose={(day) => onChoose('to', day)} />
        </div>
      </details>
    </div>
  )
}

/** Keeps what is being typed to itself until it is a day, and follows when the reader goes back. */
export function DayField({
  label,
  value,
  onChoose,
}: {
  label: string
  value: string
  onChoose(day: string): void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current!.value !== value) field.current!.value = value
  }, [value])
  return (
    <TextInput
      ref={field}
      type="date"
      label={label}
      defaultValue={value}
      onChange={({ currentTarget }) =>
        isMeantDay(currentTarget.value) && onChoose(currentTarget.value)
      }
    />
  )
}
