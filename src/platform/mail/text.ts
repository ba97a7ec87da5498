/** A mail as plain text, for whoever reads it so. */
import type { Letter, Part } from './parts.ts'

function linesOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('rows' in part) return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  return `${part.link}: ${part.href}`
}

export const textOf = ({ parts, end }: Letter): string =>
  [...parts.map(linesOf), ...end].join('\n\n')
