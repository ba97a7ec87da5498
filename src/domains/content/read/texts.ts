/** Every text of a pack, with the place where it stands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { policyPaths } from '../../../contract/site.ts'
import { nameInPack, type KeptPicture } from './pictures.ts'

/** `field` is the path of keys in YAML, and empty in Markdown. */
export type PackText = { file: string; line: number; field: string; text: string }

const yamlFiles = ['firm.yaml', 'plans.yaml', 'landing.yaml', 'whitepaper.yaml'] as const

export function textsOfYaml(file: string, source: string): PackText[] {
  const lines = new LineCounter()
  const found: PackText[] = []
  visit(parseDocument(source, { lineCounter: lines, prettyErrors: false }), {
    Scalar(key, node, path) {
      if (key === 'key' || typeof node.value !== 'string' || !node.range) return
      const field = path
        .flatMap((parent, depth) => {
          if (isPair(parent)) return [String(isScalar(parent.key) ? parent.key.value : '')]
          const child = path[depth + 1] ?? node
          return isSeq(parent) ? [String(parent.items.indexOf(child as never))] : []
        })
        .join('.')
      found.push({ file, line: lines.linePos(node.range[0]).line, field, text: node.value })
    },
  })
  return found
}

/** Paragraph by paragraph: an item, a row and a heading are paragraphs of their own. */
export function textsOfMarkdown(file: string, source: string): PackText[] {
  const found: PackText[] = []
  let begins = true
  for (const [index, line] of source.split('\n').entries()) {
    const isBlank = line.trim() === '' || /^[-|\s:]+$/.test(line)
    if (!isBlank && (begins || /^\s*([-#|*>]|\d+\.)\s*/.test(line)))
      found.push({ file, line: index + 1, field: '', text: line })
    else if (!isBlank) found.at(-1)!.text += `\n${line}`
    begins = isBlank
  }
  return found
}

function read(folder: string, file: string): string | null {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    return null
  }
}

/** What a pack says to people; a file that isn't there says nothing, and YAML that can't be read says what can be read of it. */
export function textsOfPack(folder: string): PackText[] {
  const policies = policyPaths.map((path) => `policies/${path}.md`)
  return [
    ...yamlFiles.flatMap((file) => {
      const source = read(folder, file)
      return source === null ? [] : textsOfYaml(file, source)
    }),
    ...policies.flatMap((file) => {
      const source = read(folder, file)
      return source === null ? [] : textsOfMarkdown(file, source)
    }),
  ]
}

/** What is written in the pack's drawings. */
export function textsOfDrawings(pictures: ReadonlyMap<string, KeptPicture>): PackText[] {
  return [...pictures].flatMap(([path, { body, type }]) =>
    type === 'image/svg+xml'
      ? [
          {
            file: nameInPack(path),
            line: 0,
            field: '',
            text: body.toString('utf8').replaceAll(/<[^<>]*>/g, ' '),
          },
        ]
      : [],
  )
}
