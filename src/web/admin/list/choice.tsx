import { NativeSelect } from '@mantine/core'
import { SearchField } from '../../ui/search-field.tsx'
import styles from '../admin.module.css'
import type { ListView } from './view.ts'

type ListChoiceProps<Sort extends string, Status extends string> = {
  view: ListView<Sort, Status>
  sorts: Record<Sort, string>
  /** Null: what is listed has the statuses that it has. */
  statuses: Record<Status | '', string> | null
  placeholder?: string
  longest?: number
  /** Labels are heard and not seen: what is chosen says it. */
  dense?: boolean
  onSearch(search: string): void
  onChoose(changed: Partial<ListView<Sort, Status>>): void
}

/** What a list shows, and in which order. */
export function ListChoice<Sort extends string, Status extends string>({
  view,
  sorts,
  statuses,
  placeholder = 'Name, email or account ID',
  longest = 100,
  dense = false,
  onSearch,
  onChoose,
}: ListChoiceProps<Sort, Status>) {
  const labelProps = dense ? { className: 'hide' } : {}
  return (
    <div className={styles.choice} data-dense={dense || undefined}>
      <SearchField
        placeholder={placeholder}
        value={view.search}
        longest={longest}
        labelIsHidden={dense}
        onSearch={onSearch}
      />
      {statuses && (
        <NativeSelect
          label="Status"
          labelProps={labelProps}
          value={view.status}
          onChange={(event) => onChoose({ status: event.currentTarget.value as Status | '' })}
          data={optionsOf(statuses)}
        />
      )}
      <NativeSelect
        label="Order"
        labelProps={labelProps}
        value={view.sort}
        onChange={(event) => onChoose({ sort: event.currentTarget.value as Sort })}
        data={optionsOf(sorts)}
      />
    </div>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
