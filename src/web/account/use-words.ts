import { fieldProblems } from '../api/failure.ts'
import { useCommand } from '../api/use-command.ts'
import type { Trigger } from '../api/use-send.ts'
import { useForm } from '../ui/use-form.ts'
import { useUnsaved } from '../ui/unsaved.ts'

type Words<A, R> = {
  trigger: Trigger<A, R>
  /** Said where the server says nothing of why not. */
  otherwise: string
  /** Said where nothing is typed. */
  empty: string
  onDone?: () => void
}

/** A form of one text: kept while it isn't sent, empty once it is. */
export function useWords<A, R>({ trigger, otherwise, empty, onDone }: Words<A, R>) {
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? empty : null) },
  })
  useUnsaved(form.values.text.trim() !== '')
  const { give, busy } = useCommand({
    trigger,
    otherwise,
    told: 'in toasts',
    onDone() {
      form.reset()
      onDone?.()
    },
    onRefused: (failure) => form.setErrors(fieldProblems(failure)),
  })
  return { form, give, busy }
}
