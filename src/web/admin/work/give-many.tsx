/** Taking or giving several pieces of work: each by the same call as one alone. */
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { StaffWorkItem } from '../../../contract/staff-work.ts'
import {
  useGiveWorkMutation,
  useLazyWorkPeopleQuery,
  useTakeWorkMutation,
} from '../../api/staff-work.ts'
import { Each } from '../bulk/each.tsx'
import { useStaff } from '../staff.ts'
import { spoken } from './actions.tsx'
import { NoteField, seenOf } from './dialogs.tsx'

type ManyProps = { items: StaffWorkItem[]; onClose(): void }

const pieces = (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'} of work`
const namedOf = (item: StaffWorkItem) => {
  const said = spoken(item)
  return { key: item.id, name: <bdi>{said.charAt(0).toUpperCase() + said.slice(1)}</bdi> }
}

export function TakeMany({ items, onClose }: ManyProps) {
  const { id } = useStaff()
  const [take] = useTakeWorkMutation()
  return (
    <Each
      all={items}
      namedOf={namedOf}
      whyNot={({ holder }) => (holder?.id === id ? 'This is yours already.' : null)}
      will="It will be yours."
      send={async (item) => (await take(seenOf(item)).unwrap()).message}
      title={(count) => `Take ${pieces(count)}?`}
      confirm={(count) => `Take ${count}`}
      doing="Taking"
      fault={() => null}
      onClose={onClose}
    />
  )
}

type Person = { id: string; fullName: string }

/** Who may decide on each; undefined until it is known of all. */
function usePeople(items: StaffWorkItem[]): ReadonlyMap<string, readonly Person[]> | undefined {
  const [ask] = useLazyWorkPeopleQuery()
  const [people, setPeople] = useState<ReadonlyMap<string, readonly Person[]>>()
  useEffect(() => {
    let isOver = false
    void Promise.all(
      items.map(async ({ of, id }): Promise<[string, readonly Person[]]> => {
        const { data } = await ask({ work: of, item: id })
        return [id, data?.data.people ?? []]
      }),
    ).then((all) => !isOver && setPeople(new Map(all)))
    return () => void (isOver = true)
  }, [items, ask])
  return people
}

export function GiveMany({ items: chosen, onClose }: ManyProps) {
  // Those that were chosen when it was asked.
  const [items] = useState(chosen)
  const people = usePeople(items)
  const [give] = useGiveWorkMutation()
  const [to, setTo] = useState('')
  const [note, setNote] = useState('')
  const all = new Map([...(people?.values() ?? [])].flat().map((one) => [one.id, one.fullName]))
  const mayHave = ({ id }: StaffWorkItem) =>
    people?.get(id)?.some((person) => person.id === to) ?? false
  return (
    <Each
      all={items}
      namedOf={namedOf}
      whyNot={(item) =>
        to === '' || mayHave(item) ? null : `${all.get(to)} can’t decide on this.`
      }
      will={to === '' ? 'Choose to whom first.' : `Goes to ${all.get(to)}.`}
      send={async (item) =>
        (await give({ ...seenOf(item), to, note: note.trim() || null }).unwrap()).message
      }
      title={(count) => `Give ${pieces(count)}?`}
      confirm={(count) => `Give ${count}`}
      doing="Giving"
      fault={() => (to === '' ? 'Please choose somebody' : null)}
      onClose={onClose}
    >
      <NativeSelect
        label="To"
        required
        data-autofocus
        data={[
          { value: '', label: people ? 'Choose somebody' : 'Loading...' },
          ...[...all].map(([value, label]) => ({ value, label })),
        ]}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <NoteField value={note} onChange={setNote} />
    </Each>
  )
}
