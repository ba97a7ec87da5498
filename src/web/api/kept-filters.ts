/**
 * How lists were narrowed last, for the menu and tabs that lead back to them. What was searched for may be a name, so the
 * open page alone remembers it, until whoever is signed in leaves.
 */
const kept = new Map<string, string>()

/** `search` is the query of the list's address, with its question mark; empty for the whole list. */
export const keepFilters = (path: string, search: string) => void kept.set(path, search)

/** The address that a list had last. */
export const lastAddress = (path: string): string => path + (kept.get(path) ?? '')

export const forgetFilters = () => kept.clear()
