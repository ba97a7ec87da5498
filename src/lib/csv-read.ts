/** Comma-separated values (RFC 4180) read back, with lines that end as they do on any system. */

const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y

const unquoted = (text: string) =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text

/** Each line as its cells; null when quotes don't end where they should. */
export function csvRows(text: string): string[][] | null {
  const body = text.replace(/^\uFEFF/, '')
  const next = new RegExp(cell)
  const rows: string[][] = []
  let row: string[] = []
  while (next.lastIndex < body.length) {
    const found = next.exec(body)
    if (!found) return null
    row.push(unquoted(found[1]!))
    if (found[2] === ',') continue
    rows.push(row)
    row = []
  }
  // The file ended behind a comma.
  return row.length > 0 ? [...rows, [...row, '']] : rows
}
