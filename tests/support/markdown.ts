/** The rows of the table whose first column has this heading, each as its cells. */
export function tableIn(page: string, heading: string): string[][] {
  const rows = page.split('\n').map(cellsOf)
  const start = rows.findIndex(([first]) => first === heading)
  const below = rows.slice(start + 2)
  return below.slice(
    0,
    below.findIndex((cells) => cells.length === 0),
  )
}

/** None where the line is no row of a table. */
function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

export type Fence = { language: string; text: string }

/** The fenced blocks of a page, in order; `''` is the language of those that name none. */
export function fencesIn(page: string): Fence[] {
  return [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }))
}
