/** Cases as a text table, one a line: columns are parted by `|`; the first line names them and is for the reader. */
export function table(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
