/** Mantine's form, whose failed submit leads to the first field that is wrong, whether the browser or the server says so. */
import { useForm as useMantineForm, type UseFormInput, type UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

/** By the order of the page, and in this form alone: two forms of one page may have fields of one name. */
function focusFirstWrong(form: Element | null, paths: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  for (const field of fields) {
    if (paths.includes(field.dataset['path']!)) return field.focus()
  }
}

const faultyIn = (errors: object): string[] =>
  Object.entries(errors).flatMap(([path, fault]) => (fault ? [path] : []))

export function useForm<Values extends Record<string, unknown>>(
  input: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const form = useMantineForm<Values>(input)
  const submitted = useRef<HTMLFormElement>(null)
  return {
    ...form,
    onSubmit: (send, onFault) => {
      const submit = form.onSubmit(send, (errors, values, event) => {
        focusFirstWrong(submitted.current, faultyIn(errors))
        onFault?.(errors, values, event)
      })
      return (event) => {
        submitted.current = (event?.currentTarget as HTMLFormElement | undefined) ?? null
        return submit(event)
      }
    },
    // Of a form in a dialog, whose buttons are the dialog's own.
    validate: () => {
      const found = form.validate()
      focusFirstWrong(document.querySelector('[role="dialog"]'), faultyIn(found.errors))
      return found
    },
    // Forms set errors themselves only from what came back of a submit.
    setErrors: (errors) => {
      form.setErrors(errors)
      if (typeof errors === 'function') return
      const place = submitted.current ?? document.querySelector('[role="dialog"]')
      focusFirstWrong(place, faultyIn(errors))
    },
  }
}
