/** What a run reports when the engine and the model don't agree: never thrown for anything else. */
import type { Asked } from './model.ts'
import { firmsId } from './model-house.ts'

export class Difference extends Error {}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner))

/** A command on one line. Amounts are in cents. */
export function inOneLine({ kind, command, actor, id, key, bodyHash }: Asked): string {
  const aside = [
    `id ${id}`,
    ...(key === null ? [] : [`key “${key}”`]),
    ...(bodyHash === 'another body' ? [bodyHash] : []),
  ]
  return `${kind} ${shown(command)} by ${actor ?? 'the house'} (${aside.join(', ')})`
}

/** Ids as people read them: “person 4” for the person opened by command 4, “#17” for the command with that number. */
export function withoutIds(text: string, asked: readonly Asked[]): string {
  const names = new Map([[firmsId, 'the firm']])
  for (const [number, { kind, command, id }] of asked.entries()) {
    if (!names.has(id))
      names.set(
        id,
        kind === 'OpenOwner' && id === command.owner ? `person ${number}` : `#${number}`,
      )
  }
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id)
}
