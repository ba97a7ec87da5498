/** The text of a file that somebody chose, in whichever letters it is kept: what can't be told is refused, never guessed. */

export type FileText = { text: string } | { fault: string }

const starts = (bytes: Uint8Array, ...marks: number[]): boolean =>
  marks.every((mark, at) => bytes[at] === mark)

/** What XML says of itself in its first line, which is plain letters in every encoding but UTF-16. */
const declared = /^<\?xml[^>]*\bencoding=["']([A-Za-z0-9._-]+)["']/

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8; UTF-16 by its mark; and of XML what it says that it is. `instead`: what to do about a PDF. */
export function textOfFile(
  bytes: Uint8Array,
  instead = 'Ask the bank for a file in XML or CSV.',
): FileText {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04))
    return { fault: 'This is a ZIP file. Unpack it, and choose the file in it.' }
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46)) return { fault: `This is a PDF. ${instead}` }
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return { fault: 'This is an Excel file. Save it as CSV (UTF-8), and choose that.' }
  const wide = starts(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : starts(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : null
  const plain = String.fromCharCode(...bytes.subarray(0, 200)).replace(/^\u00EF\u00BB\u00BF/, '')
  const encoding = wide ?? declared.exec(plain)?.[1] ?? 'utf-8'
  const text = decoded(bytes, encoding)
  if (text !== null) return { text }
  return encoding === 'utf-8'
    ? {
        fault:
          'The file isn’t written in UTF-8. Save it as UTF-8 (“CSV UTF-8” in Excel) and try again.',
      }
    : {
        fault: `The file says that it is written in ${encoding}, which it isn’t, or which isn’t read here. Save it as UTF-8 and try again.`,
      }
}
