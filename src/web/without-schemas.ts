/**
 * What the browser gets in place of zod. There the contract's schemas are only types, checked when the app is built;
 * what is sent and answered is judged by the server. vite.config.ts puts it there, which saves a fifth of the scripts.
 */
const judging = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

function refuse(): never {
  throw new Error('The browser has no schemas: only the server judges what is sent')
}

/** Takes every call by which a schema is made, and makes nothing. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : judging.has(name) ? refuse : nothing),
})

export { nothing as z }
