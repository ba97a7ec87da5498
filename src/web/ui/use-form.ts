/** Mantine's form, whose failed submit leads to the first field that is wrong, whether the browser or the server says so. */
import { useForm as useMantineForm, type UseFormInput, type UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

/** `byPointer`: the button was pressed by mouse or finger, and stays under it where that can be. */
type Submitted = { form: Element | null; byPointer: boolean }

function isInSight(field: Element): boolean {
  const { top, bottom } = field.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/**
 * By the order of the page, and in this form alone: two forms of one page may have fields of one name. The page moves unless
 * a pointer rests on the button and something that is wrong is in sight.
 */
function focusFirstWrong({ form, byPointer }: Submitted, errors: object): void {
  const paths = Object.entries(errors).flatMap(([path, fault]) => (fault ? [path] : []))
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const wrong = fields.filter(({ dataset }) => paths.includes(dataset['path']!))
  wrong[0]?.focus({ preventScroll: byPointer && wrong.some(isInSight) })
}

/** Of a form in a dialog, whose buttons are the dialog's own. */
const inDialog = (): Submitted => ({
  form: document.querySelector('[role="dialog"]'),
  byPointer: false,
})

export function useForm<Values extends Record<string, unknown>>(
  input: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const form = useMantineForm<Values>(input)
  const submitted = useRef<Submitted>(null)
  return {
    ...form,
    onSubmit: (send, onFault) => {
      const submit = form.onSubmit(send, (errors, values, event) => {
        focusFirstWrong(submitted.current ?? inDialog(), errors)
        onFault?.(errors, values, event)
      })
      return (event) => {
        const place = (event?.currentTarget as HTMLFormElement | undefined) ?? null
        submitted.current = { form: place, byPointer: !place?.querySelector(':focus-visible') }
        return submit(event)
      }
    },
    validate: () => {
      const found = form.validate()
      focusFirstWrong(inDialog(), found.errors)
      return found
    },
    // Forms set errors themselves only from what came back of a submit.
    setErrors: (errors) => {
      form.setErrors(errors)
      if (typeof errors !== 'function') focusFirstWrong(submitted.current ?? inDialog(), errors)
    },
  }
}
