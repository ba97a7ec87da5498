/** G2: what is built for browsers is ours alone, and knows no other place to ask. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { filesOf, root } from '../support/source.ts'

await ensureWebBuild(() => {})

/** Names that are addresses in form only, or where a library's message sends developers to: nothing fetches them. */
const spokenOf = new Set([
  'www.w3.org',
  'react.dev',
  'reactrouter.com',
  'redux-toolkit.js.org',
  'redux.js.org',
  'bit.ly',
  'mantine.dev',
  'github.com',
  'simplewebauthn.dev',
  'schema.org',
  'localhost',
])

test('G2 no file names another site', () => {
  const files = filesOf('build/client/**/*.{js,css}')
  expect(files.length).toBeGreaterThan(20)
  const foreign = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:https?|wss?):\/\/([\w.-]+)/g)]
      .filter(([, host]) => !spokenOf.has(host!))
      .map(([address]) => `${file}: ${address}`),
  )
  expect(foreign).toEqual([])
})

test('G2 every script and style sheet has the hash of its content in its name', () => {
  const names = filesOf('build/client/assets/*.{js,css}').filter(
    (file) => !/-[\w-]{8}\.(js|css)$/.test(file),
  )
  expect(names).toEqual([])
})
