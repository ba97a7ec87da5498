/**
 * For `.ci/bare` and `.ci/run`, a line each: `node tests/outside.ts paths` says what a root has to lack so that nothing from
 * outside is there, `missing` what isn't there, and `files` which test files use any of it.
 */
import { relative } from 'node:path'
import { missingParts, parts, pathsOfParts } from './support/outside.ts'
import { readSources, root } from './support/source.ts'

/** Test files that import this support, also by other support. */
export function filesThatImport(support: string): string[] {
  const sources = readSources('tests/**/*.ts')
  const found = new Set([support])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { path, imports } of sources)
      if (imports.some(({ target, typesOnly }) => !typesOnly && found.has(target))) found.add(path)
  }
  return [...found].filter((path) => path.endsWith('.test.ts')).sort()
}

const answers: Record<string, () => string[]> = {
  paths: pathsOfParts,
  missing: () => parts.filter((part) => missingParts(part) !== null),
  files: () => filesThatImport('tests/support/outside.ts'),
}

if (process.argv[1] === import.meta.filename) {
  const answer = answers[process.argv[2] ?? '']
  if (!answer)
    throw new Error(
      `Ask ${relative(root, import.meta.filename)} for ${Object.keys(answers).join(', ')}.`,
    )
  process.stdout.write(
    answer()
      .map((line) => `${line}\n`)
      .join(''),
  )
}
