/** The project's own sources as values, for rules about the code itself. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  parseSync,
  Visitor,
  type Function as FunctionNode,
  type ArrowFunctionExpression,
} from 'oxc-parser'

export const root = join(import.meta.dirname, '../..')

export type Import = {
  /** A path of the project, or the name of a package. */
  target: string
  isPackage: boolean
  /** Gone when types are stripped. */
  typesOnly: boolean
}

export type Source = {
  path: string
  text: string
  lines: number
  imports: Import[]
  functions: { name: string; line: number; lines: number }[]
}

export function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }).sort()
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

/** Text with comments blanked, so that a rule about code doesn't read prose. */
function withoutComments(text: string, comments: { start: number; end: number }[]): string {
  return comments.reduceRight(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
    text,
  )
}

function importOf(path: string, specifier: string, typesOnly: boolean): Import {
  if (!specifier.startsWith('.')) return { target: specifier, isPackage: true, typesOnly }
  return {
    target: relative(root, join(root, dirname(path), specifier)),
    isPackage: false,
    typesOnly,
  }
}

export function parse(path: string, text: string): Source {
  const { module, program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const imports = [
    ...module.staticImports.map((found) =>
      importOf(
        path,
        found.moduleRequest.value,
        found.entries.length > 0 && found.entries.every((entry) => entry.isType),
      ),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [importOf(path, entry.moduleRequest.value, entry.isType)] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const specifier = /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1]
      return specifier ? [importOf(path, specifier, false)] : []
    }),
  ]
  const functions: Source['functions'] = []
  const measure = (node: FunctionNode | ArrowFunctionExpression) => {
    const line = lineAt(node.start)
    functions.push({
      name: ('id' in node && node.id?.name) || 'a function',
      line,
      lines: lineAt(node.end) - line + 1,
    })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return {
    path,
    text: withoutComments(text, comments),
    lines: lineAt(text.trimEnd().length),
    imports,
    functions,
  }
}

export function readSources(...patterns: string[]): Source[] {
  return filesOf(...patterns).map((path) => parse(path, readFileSync(join(root, path), 'utf8')))
}
