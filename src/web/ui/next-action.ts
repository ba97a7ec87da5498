/** What is done next on a page takes the focus once an answer is there, so that Enter goes on with it. */

/** Marks the button of it. */
export const nextAction = { 'data-next': true }

/** Answers whether there is one. */
export function focusNext(within: HTMLElement | null): boolean {
  const next = within?.querySelector<HTMLElement>('[data-next]')
  next?.focus()
  return Boolean(next)
}
