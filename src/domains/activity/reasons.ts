/** Reasons that the house gave itself and recorded (`desk/recorded-words.md`), and what people read for them. */
export const reasonsShown = new Map([
  ['By the link of a mail', 'With the link in our email'],
  ['It is not there any more', 'The second factor no longer exists'],
])

export const reasonShown = (reason: string | undefined): string | null =>
  reason === undefined ? null : (reasonsShown.get(reason) ?? reason)
