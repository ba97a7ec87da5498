/** Stands in the place of Vite's own helper in the pages' scripts: see `vite.config.ts`. */
import { fetchOnce, isLinked, wear } from './files.ts'

/** What every `import()` of the build goes through: Vite calls it with what runs the part, and the names of the part's files. */
export async function __vitePreload<Part>(
  run: () => Promise<Part>,
  names: readonly string[] = [],
): Promise<Part> {
  const urls = names.map((name) => `/${name}`)
  await Promise.all(urls.filter((url) => !isLinked(url)).map(fetchOnce))
  await Promise.all(urls.filter((url) => url.endsWith('.css')).map(wear))
  return run()
}
