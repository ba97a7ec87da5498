import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import styles from './admin.module.css'
import type { ListView } from './list-view.ts'

const typingMs = 300

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
      <SearchField value={view.search} onSearch={onSearch} />
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

/** Searches when the typing rests, and follows when the reader goes back. */
function SearchField({ value, onSearch }: { value: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useDebouncedCallback((text: string) => {
    asked.current = text
    onSearch(text)
  }, typingMs)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder="Name, e-mail or account ID"
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
    />
  )
}
