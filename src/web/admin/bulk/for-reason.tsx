import { TextInput } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import { Each } from './each.tsx'

type ForReasonProps<One> = Omit<ComponentProps<typeof Each<One>>, 'send' | 'fault' | 'children'> & {
  send(one: One, reason: string): Promise<string>
}

/** The same done to several for one reason, which each of them reads. */
export function EachForReason<One>({ send, ...props }: ForReasonProps<One>) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    <Each
      {...props}
      send={(one) => send(one, reason)}
      fault={() => (reason === '' ? 'Please enter a reason' : null)}
    >
      <TextInput
        label="Reason, shown to each of them"
        required
        data-autofocus
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Each>
  )
}
