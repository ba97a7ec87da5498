/** The body of an answer as text. Throws `tooLong` once it has more than `maxBytes`, and reads no further. */
export async function shortText(
  { body }: Response,
  maxBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
