/** Which person a payment was meant for, by what whoever paid wrote with it. */
import { isAccountId } from '../../lib/account-id.ts'

/**
 * `GH-1234567890` as people and banks write it: with spaces, dashes, dots or slashes anywhere, in any letters. Nothing that is
 * part of a longer number or word: a check digit alone is right for one of ten.
 */
const written = /(?<![\p{L}\p{N}])G[\s\p{P}]*H(?:[\s\p{P}]*\d){10}(?![\s\p{P}]*\d)(?![\p{L}])/giu

/** Every account ID of a payment's text without a typing mistake, each once. */
export function accountIdsIn(text: string): string[] {
  const found = [...text.normalize('NFKC').matchAll(written)].map(
    ([whole]) => `GH-${whole.replaceAll(/\D/g, '')}`,
  )
  return [...new Set(found)].filter(isAccountId)
}

/** The one account ID that a text names; null where it names none, or several: then a person has to look. */
export function accountIdMeant(text: string): string | null {
  const [id, ...others] = accountIdsIn(text)
  return id !== undefined && others.length === 0 ? id : null
}
