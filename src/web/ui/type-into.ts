/**
 * Puts a text into a field as if it had been typed, so that the form learns of it, whichever keeps the text. By the setter
 * of the prototype: React's own remembers what was set last, and takes the same for no news.
 */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
