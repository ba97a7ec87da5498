import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const typingMs = 300

type SearchFieldProps = {
  placeholder: string
  value: string
  longest?: number
  /** It is heard and not seen. */
  labelIsHidden?: boolean
  onSearch(search: string): void
}

/** Searches when the typing rests, and follows when the reader goes back. */
export function SearchField({
  placeholder,
  value,
  longest = 100,
  labelIsHidden = false,
  onSearch,
}: SearchFieldProps) {
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
      labelProps={labelIsHidden ? { className: 'hide' } : {}}
      placeholder={placeholder}
      maxLength={longest}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
    />
  )
}
