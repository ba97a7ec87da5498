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
