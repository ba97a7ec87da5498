/**
 * What people typed, and what a password manager filled in, before the scripts ran. React leaves it in the fields when it
 * takes a page over, tells no form of it, and empties the fields with the next thing that changes. Told as if it were typed
 * now, it is the first state of every form.
 */

import { typeInto } from './type-into.ts'

function typeAgain(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, defaultValue } = field
  if (value === defaultValue) return
  field.value = defaultValue
  typeInto(field, value)
}

function tickAgain(box: HTMLInputElement): void {
  if (box.checked === box.defaultChecked) return
  box.checked = box.defaultChecked
  box.click()
}

/** To be called as the page is taken over, before anything of it changes. */
export function adoptTypedEarly(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form input, form textarea',
  )) {
    if (field.type === 'checkbox' || field.type === 'radio') tickAgain(field as HTMLInputElement)
    else if (field.type !== 'file') typeAgain(field)
  }
}
