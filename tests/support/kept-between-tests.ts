/** What a test leaves in a variable and a later one reads: rules about the order of tests, by their syntax. */
import { parseSync, Visitor, type CallExpression, type Expression, type Node } from 'oxc-parser'
import { story } from './extent.ts'

type Span = { start: number; end: number }
type Use = { name: string; at: number }

const holds = ({ start, end }: Span, at: number) => start <= at && at < end

/** `test` of `test.skipIf(missing).each(rows)('…', …)`. */
function calledBy(callee: Expression | Node): string | null {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledBy(callee.object)
  if (callee.type === 'CallExpression') return calledBy(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? calledBy(callee.tag) : null
}

/** The names that a pattern binds or assigns. */
function namesIn(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn('value' in one ? one.value : one.argument))
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}

/** The functions of tests, and what tells a story: the whole file, or a describe. */
function spansOf(
  text: string,
  calls: readonly CallExpression[],
): { tests: Span[]; stories: Span[] } {
  const tagged = new RegExp(`\\btags: \\[[^\\]]*\\b${story}\\b`)
  const tests: Span[] = []
  const stories: Span[] = isStory(text) ? [{ start: 0, end: text.length }] : []
  for (const call of calls) {
    const called = calledBy(call.callee)
    const told = call.arguments.findLast(({ type }) => type.endsWith('FunctionExpression'))
    if (!told) continue
    if (called === 'test') tests.push(told)
    if (called === 'describe' && tagged.test(text.slice(call.start, told.start))) stories.push(told)
  }
  return { tests, stories }
}

/** Whether a test file as a whole tells a story. */
export const isStory = (text: string): boolean =>
  new RegExp(`^ ?\\*?.*@module-tag ${story}\\b`, 'm').test(text)

/** Variables of a test file that one test assigns and another one reads, which neither is in a story nor assigns it. */
export function keptBetweenTests(path: string, text: string): string[] {
  const calls: CallExpression[] = []
  const [declared, assigned, read]: [Use[], Use[], Use[]] = [[], [], []]
  new Visitor({
    CallExpression: (node) => void calls.push(node),
    VariableDeclaration({ kind, declarations }) {
      if (kind === 'let')
        for (const { id, start } of declarations)
          declared.push(...namesIn(id).map((name) => ({ name, at: start })))
    },
    AssignmentExpression: ({ left, start }) =>
      void assigned.push(...namesIn(left).map((name) => ({ name, at: start }))),
    UpdateExpression: ({ argument, start }) =>
      void assigned.push(...namesIn(argument).map((name) => ({ name, at: start }))),
    Identifier: ({ name, start }) => void read.push({ name, at: start }),
  }).visit(parseSync(path, text).program)
  const { tests, stories } = spansOf(text, calls)
  const testAt = (at: number) => tests.find((span) => holds(span, at))
  const isTold = (at: number) => stories.some((span) => holds(span, at))
  const outside = declared.filter(({ at }) => !testAt(at)).map(({ name }) => name)
  const own = (name: string, test: Span) =>
    [...declared, ...assigned].some((use) => use.name === name && holds(test, use.at))
  const isKept = (name: string) =>
    assigned.some(
      (use) => use.name === name && testAt(use.at) && !isTold(use.at) && declaredOutside(use),
    ) &&
    read.some((use) => {
      const test = testAt(use.at)
      return use.name === name && test && !isTold(use.at) && !own(name, test)
    })
  const declaredOutside = ({ name, at }: Use) =>
    !declared.some((use) => use.name === name && holds(testAt(at)!, use.at))
  return [...new Set(outside)].filter(isKept)
}

const skips = /^(?:test|describe)(?:\.\w+)*\.(?:skipIf|runIf)\((?!process\.platform\b)/

/** The lines of tests that stand behind one which is skipped where something is missing: what it leaves behind they would lack there. */
export function behindSkipped(path: string, text: string): number[] {
  const { program } = parseSync(path, text)
  const lists: Node[][] = [program.body]
  const addBody = (told: Node | undefined) => {
    if (told && 'body' in told && told.body && 'body' in told.body)
      lists.push(told.body.body as Node[])
  }
  new Visitor({
    CallExpression(node) {
      if (calledBy(node.callee) === 'describe') addBody(node.arguments.at(-1))
    },
  }).visit(program)
  return lists.flatMap((list) => {
    const told = list.filter(
      (node) =>
        node.type === 'ExpressionStatement' &&
        node.expression.type === 'CallExpression' &&
        /^(test|describe)$/.test(calledBy(node.expression.callee) ?? ''),
    )
    const isSkipped = ({ start, end }: Node): boolean => {
      const lines = text.slice(start, end)
      return (
        skips.test(lines) ||
        (lines.startsWith('describe') &&
          !/^ +test(?!\.(?:skipIf|runIf)\((?!process\.platform))/m.test(lines))
      )
    }
    const first = told.findIndex(isSkipped)
    return first === -1
      ? []
      : told
          .slice(first)
          .filter((node) => !isSkipped(node))
          .map(({ start }) => text.slice(0, start).split('\n').length)
  })
}
