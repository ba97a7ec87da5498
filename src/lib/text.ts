/** NUL and other controls, and lone surrogates: they break statements, logs and mail headers. */
export function isCleanText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- refusing controls is the point
  return !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) && text.isWellFormed()
}

/** "Ada Lovelace" to "A** L*******": enough to recognise a person, too little to learn one. */
export function maskName(fullName: string): string {
  return fullName
    .split(' ')
    .map((word) => {
      const [first, ...rest] = Array.from(word)
      return (first ?? '') + '*'.repeat(rest.length)
    })
    .join(' ')
}
