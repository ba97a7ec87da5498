import { Select, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useUserQuery } from '../api/identity.ts'
import { useFoundUsersQuery } from '../api/search.ts'

type PersonPickerProps = Pick<SelectProps, 'error' | 'onFocus' | 'onBlur'> & {
  label: string
  /** Whom else it may be, who is no user. */
  others?: readonly Option[]
  value: string
  onChoose(id: string): void
}
type Option = { value: string; label: string }

const anybody: Option = { value: 'anybody', label: 'Anybody' }

const typingMs = 200
const shortest = 2

type Person = { id: string; fullName: string; accountId: string; email: string }

/** The account ID, which no two people share, before the email: what is too long is cut off at its end. */
const optionOf = ({ id, fullName, accountId, email }: Person) => ({
  value: id,
  label: [fullName, accountId, email].filter(Boolean).join(', '),
})

const moreThanShown: Option & { disabled: true } = {
  value: 'more',
  label: 'More are found: type more of the name, an email or an account ID',
  disabled: true,
}

/** Somebody, found by name, email or account ID. */
export function PersonPicker({ label, others = [], value, onChoose, ...field }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), typingMs)
  const isOther = others.some((other) => other.value === value)
  const { currentData: chosen } = useUserQuery(value, { skip: value === '' || isOther })
  const own = value === '' || isOther ? [] : [chosen ? optionOf(chosen.data.user) : unknown(value)]
  const isShort = settled.length < shortest || own.some((option) => option.label === settled)
  const { currentData: found, isFetching } = useFoundUsersQuery(
    { search: settled },
    { skip: isShort },
  )
  const people = isShort ? [] : (found?.data.users ?? []).map(optionOf)
  const more = !isShort && found?.data.nextCursor ? [moreThanShown] : []
  return (
    <Select
      {...field}
      label={label}
      placeholder={anybody.label}
      data={unique([...(value === '' ? [] : [anybody]), ...own, ...people, ...more, ...others])}
      value={value === '' ? null : value}
      onChange={(id) => onChoose(id === anybody.value ? '' : (id ?? ''))}
      searchable
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={isShort ? 'Type two letters' : isFetching ? 'Searching...' : 'Nobody'}
      withScrollArea={false}
      // Above the dialog that it may stand in.
      comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 410 }}
      maxDropdownHeight={320}
    />
  )
}

const unknown = (id: string): Option => ({ value: id, label: id.slice(0, 8) })

const unique = (options: Option[]) => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]
