import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type Expression, type Program } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { filesOf, root } from './support/source.ts'

const keyed = new Set(
  Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => (endpoint.keyed ? [name] : [])),
)

type Node = { type: string; start: number; end: number }
type Handler = { name: string; path: string; source: string; program: Program; body: Node }

const isFunction = ({ type }: Node) =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type)

function handlersIn(path: string): Handler[] {
  const source = readFileSync(join(root, path), 'utf8')
  const { program } = parseSync(path, source)
  const found: Handler[] = []
  new Visitor({
    CallExpression({ callee, arguments: [endpoint, handle] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'route') return
      if (endpoint?.type === 'Identifier' && keyed.has(endpoint.name) && handle)
        found.push({ name: endpoint.name, path, source, program, body: handle as Expression })
    },
  }).visit(program)
  return found
}
const handlers = filesOf('src/domains/**/*.ts').flatMap(handlersIn)

/** Functions of the same file that are called within a part of it. */
function calledIn({ source, program }: Handler, { start, end }: Node): Node[] {
  const names = new Set(source.slice(start, end).match(/\b\w+(?=\()/g))
  const found: Node[] = []
  new Visitor({
    FunctionDeclaration(node) {
      if (node.id && names.has(node.id.name)) found.push(node)
    },
  }).visit(program)
  return found
}

/** What it waits for by itself, in order, and not in a function that it hands on. */
function awaitedIn(handler: Handler, body: Node): string[] {
  const { source, program } = handler
  const nested: Node[] = []
  const awaited: Node[] = []
  const within = (outer: Node, inner: Node) => outer.start < inner.start && inner.end <= outer.end
  const see = (node: Node) => void (within(body, node) && nested.push(node))
  new Visitor({
    ArrowFunctionExpression: see,
    FunctionExpression: see,
    AwaitExpression: (node) => void (within(body, node) && awaited.push(node)),
  }).visit(program)
  return awaited
    .filter((one) => !nested.some((inner) => isFunction(inner) && within(inner, one)))
    .map(({ start, end }) => source.slice(start, end).replace(/\s+/g, ' '))
}

/** The first that it waits for has to be the desk: by then the key is looked up. */
const isDesk =
  /^await (house\.)?(desk\.run\w*|runRecorded|runPreparedRecorded|keepSeen|decide|limited)\b/

/** Who gives a password proves with it who they are, as a session does: that comes before any key. */
const proving = ['updateApiUser']

describe('J8: a call with a key', () => {
  test('is found, each with what answers it', () =>
    expect(new Set(handlers.map(({ name }) => name))).toEqual(keyed))

  test.each(handlers.filter(({ name }) => !proving.includes(name)))(
    'that is $name waits for nothing before the desk has looked its key up',
    (handler) => {
      for (const body of [handler.body, ...calledIn(handler, handler.body)]) {
        const [first] = awaitedIn(handler, body)
        if (
          first !== undefined &&
          /desk|decide|Recorded/.test(handler.source.slice(body.start, body.end))
        )
          expect(first).toMatch(isDesk)
      }
    },
  )
})
