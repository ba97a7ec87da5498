import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const typingMs = 300

type SearchFieldProps = { placeholder: string; value: string; onSearch(search: string): void }

/** Searches when the typing rests, and follows when the reader goes back. */
export function SearchField({ placeholder, value, onSearch }: SearchFieldProps) {
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
      placeholder={placeholder}
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
    />
  )
}
