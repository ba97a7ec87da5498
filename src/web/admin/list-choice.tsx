import { NativeSelect } from '@mantine/core'
import { SearchField } from '../ui/search-field.tsx'
import styles from './admin.module.css'
import type { ListView } from './list-view.ts'

type ListChoiceProps<Sort extends string, Status extends string> = {
  view: ListView<Sort, Status>
  sorts: Record<Sort, string>
  statuses: Record<Status | '', string>
  onSearch(search: string): void
  onChoose(changed: Partial<ListView<Sort, Status>>): void
}

/** What a list shows, and in which order. */
export function ListChoice<Sort extends string, Status extends string>({
  view,
  sorts,
  statuses,
  onSearch,
  onChoose,
}: ListChoiceProps<Sort, Status>) {
  return (
    <div className={styles.choice}>
      <SearchField
        placeholder="Name, e-mail or account ID"
        value={view.search}
        onSearch={onSearch}
      />
      <NativeSelect
        label="Status"
        value={view.status}
        onChange={(event) => onChoose({ status: event.currentTarget.value as Status | '' })}
        data={optionsOf(statuses)}
      />
      <NativeSelect
        label="Order"
        value={view.sort}
        onChange={(event) => onChoose({ sort: event.currentTarget.value as Sort })}
        data={optionsOf(sorts)}
      />
    </div>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
