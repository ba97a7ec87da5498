/** An id as people type or paste it: in letters of any case, and without its hyphens, as banks hand it back. */
const form = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i

/** As it is kept, or null where it is none. */
export const typedId = (text: string): string | null =>
  form.exec(text.trim())?.slice(1).join('-').toLowerCase() ?? null
