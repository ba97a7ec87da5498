/** How a list goes on: the cursor of a page leads to the next one. */
export type Page = { data: { nextCursor: string | null } }
type Paging<P> = { initialPageParam: string; getNextPageParam(last: P): string | undefined }

export function byCursor<P extends Page>(): Paging<P> {
  return { initialPageParam: '', getNextPageParam: (last) => last.data.nextCursor ?? undefined }
}

/** `<…?cursor=abc>; rel="next"` to `abc`. */
export function nextCursorOf(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/.test(part))
  return next?.match(/[?&]cursor=([\w-]+)/)?.[1] ?? null
}
