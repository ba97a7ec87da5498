/** Filters of the queue: where the money goes, how long it waits, how much it is, and on which day it was asked for. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { readTypedAmount } from '../../../lib/typed-amount.ts'
import { decimalFromCents } from '../../../lib/money.ts'
import styles from '../admin.module.css'
import { Filters } from '../list/filters.tsx'
import {
  ageWords,
  filterNames,
  kindWords,
  noFilters,
  type QueueFilters,
  type WithdrawalsView,
} from './view.ts'

type FilterBarProps = {
  view: WithdrawalsView
  aside: ReactNode
  onChoose(filters: QueueFilters): void
  children: ReactNode
}

export function FilterBar({ view, aside, onChoose, children }: FilterBarProps) {
  const chosen = Object.fromEntries(filterNames.map((name) => [name, view[name]])) as QueueFilters
  const count = filterNames.filter((name) => view[name] !== '').length
  return (
    <Filters
      count={count}
      onClear={() => onChoose(noFilters)}
      aside={aside}
      fields={<Fields key={JSON.stringify(chosen)} chosen={chosen} onChoose={onChoose} />}
    >
      {children}
    </Filters>
  )
}

/** `2500.50`, however it was typed; null where it is no amount. */
function plain(typed: string): string | null {
  if (typed.trim() === '') return ''
  const read = readTypedAmount(typed)
  return 'cents' in read ? decimalFromCents(read.cents).replace(/\.?0+$/, '') : null
}

type FieldsProps = { chosen: QueueFilters; onChoose(filters: QueueFilters): void }

function Fields({ chosen, onChoose }: FieldsProps) {
  const [typed, type] = useState(chosen)
  const [wrong, setWrong] = useState<'amountFrom' | 'amountTo' | null>(null)
  const put = (name: keyof QueueFilters) => (event: { currentTarget: { value: string } }) =>
    type({ ...typed, [name]: event.currentTarget.value })
  function apply(event: FormEvent) {
    event.preventDefault()
    const [amountFrom, amountTo] = [plain(typed.amountFrom), plain(typed.amountTo)]
    setWrong(amountFrom === null ? 'amountFrom' : amountTo === null ? 'amountTo' : null)
    if (amountFrom !== null && amountTo !== null) onChoose({ ...typed, amountFrom, amountTo })
  }
  const amount = (name: 'amountFrom' | 'amountTo', label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed[name]}
      error={wrong === name && 'Please enter a valid amount'}
      onChange={put(name)}
    />
  )
  return (
    <form className={styles.filters} aria-label="Filters" onSubmit={apply} noValidate>
      <NativeSelect
        label="Destination"
        value={typed.kind}
        data={optionsOf(kindWords)}
        onChange={put('kind')}
      />
      <NativeSelect
        label="Age"
        value={typed.age}
        data={optionsOf(
          typed.age in ageWords
            ? ageWords
            : { ...ageWords, [typed.age]: `${typed.age} days or older` },
        )}
        onChange={put('age')}
      />
      {amount('amountFrom', 'Amount from')}
      {amount('amountTo', 'Amount to')}
      <TextInput label="Day (UTC)" type="date" value={typed.day} onChange={put('day')} />
      <Button type="submit" variant="default" className={styles.apply}>
        Apply filters
      </Button>
    </form>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words)
    .toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .map(([value, label]) => ({ value, label }))
