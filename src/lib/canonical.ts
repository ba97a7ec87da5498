/**
 * JSON that is the same for equal values, of the desk's own and of what the database gives back of them too: names in the
 * order of their code units, no spaces, nothing that is undefined.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const named = (value as Record<string, unknown>)[name]
    if (named !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(named)}`
  }
  return `{${text}}`
}
