/** The tokens as their own file lists them, with its comments: nothing here has to be kept equal by hand. */
import text from '../ui/tokens.css?raw'

export type Token = { name: string; value: string; note: string | undefined }
export type TokenGroup = { title: string; tokens: Token[] }

/** What stands between the braces of a rule that isn't nested. */
function bodies(selector: string): string[] {
  return text
    .split('\n}\n')
    .filter((rule) => rule.includes(`\n${selector} {\n`) && !rule.includes('\n@media'))
}

/** A title, or a token: its value may take several lines. */
const titleOrToken =
  /^ {2}(?:\/\* (?<title>.+) \*\/|(?<name>--[\w-]+):\s+(?<value>[^;]+);(?: \/\* (?<note>.+) \*\/)?)$/gm

const inOneLine = (value: string) =>
  value.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')

function groupsOf(body: string): TokenGroup[] {
  const groups: TokenGroup[] = []
  for (const { groups: found = {} } of body.matchAll(titleOrToken)) {
    const { title, name, value, note } = found
    if (title) groups.push({ title, tokens: [] })
    if (name && value) groups.at(-1)?.tokens.push({ name, value: inOneLine(value), note })
  }
  return groups
}

const [colours = '', measures = ''] = bodies(':root')
const [dark = ''] = bodies(':root[data-mantine-color-scheme="dark"]')

/** Colours and shadows, which the scheme changes. */
export const colourGroups = groupsOf(colours)

/** Type, space, corners, times, layers. */
export const measureGroups = groupsOf(measures)

/** By name, in the dark scheme. */
export const darkValues = new Map(
  groupsOf(`  /* dark */\n${dark.replace(/^ {4}/gm, '  ')}`)[0]!.tokens.map(({ name, value }) => [
    name,
    value,
  ]),
)
