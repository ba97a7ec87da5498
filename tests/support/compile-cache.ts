import { join } from 'node:path'

/** Most of a script's start, and a third of a server's, goes into reading the code, which is the same each time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compile'),
}
