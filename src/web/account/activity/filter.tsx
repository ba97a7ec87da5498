import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import { isMeantDay, type Chosen } from './choice.ts'
import { activityKinds } from './kinds.ts'
import styles from './list.module.css'

type ActivityFilterProps = {
  chosen: Chosen
  /** What is typed letter by letter is no step to go back to. */
  onChoose(name: keyof Chosen, value: string, how?: { replace: boolean }): void
}

/** Words of what is shown, what to show, of which days: where the reader is, both days as a whole. */
export function ActivityFilter({ chosen, onChoose }: ActivityFilterProps) {
  return (
    <div className={styles.choice}>
      <SearchField
        placeholder="Words or an amount"
        value={chosen.search}
        onSearch={(text) => onChoose('search', text, { replace: true })}
      />
      <NativeSelect
        label="Show"
        value={chosen.kind}
        onChange={(event) => onChoose('kind', event.currentTarget.value)}
        data={activityKinds}
      />
      <DayField label="From" value={chosen.from} onChoose={(day) => onChoose('from', day)} />
      <DayField label="To" value={chosen.to} onChoose={(day) => onChoose('to', day)} />
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
