/** How a list is looked at, as it stands in the address of the page: a shared link and the way back show the same. */
/** Empty where nothing is looked for, and where a status doesn't matter. */
export type ListView<Sort extends string, Status extends string> = {
  search: string
  sort: Sort
  status: Status | ''
}

/** What each order and each status is called: what has no word here isn't meant. */
type Words<Sort extends string, Status extends string> = {
  sorts: Record<Sort, string>
  statuses: Record<Status | '', string>
  defaultSort: NoInfer<Sort>
  /** How long a search may be. */
  longest?: number
}

function oneOf<Name extends string>(words: Record<Name, string>, text: string | null): Name | null {
  return text !== null && Object.hasOwn(words, text) ? (text as Name) : null
}

/** How the view of one kind of list is read from an address, and written into it. */
export function listView<Sort extends string, Status extends string>({
  sorts,
  statuses,
  defaultSort,
  longest = 100,
}: Words<Sort, Status>) {
  function viewIn(query: URLSearchParams): ListView<Sort, Status> {
    return {
      search: (query.get('search') ?? '').trim().slice(0, longest),
      sort: oneOf(sorts, query.get('sort')) ?? defaultSort,
      status: oneOf(statuses, query.get('status')) ?? '',
    }
  }

  /** The address's query with some of it changed; what is so anyway isn't said. */
  function withView(
    query: URLSearchParams,
    changed: Partial<ListView<Sort, Status>>,
  ): URLSearchParams {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries({ ...viewIn(query), ...changed })) {
      if (value === '' || value === defaultSort) next.delete(name)
      else next.set(name, value)
    }
    return next
  }

  return { viewIn, withView }
}

/** What pressing a head asks for: the order that it begins with, and pressed again, the same the other way round. */
export function turned<Sort extends string>(now: Sort, first: Sort): Sort {
  const other = first.startsWith('-') ? first.slice(1) : `-${first}`
  return now === first ? (other as Sort) : first
}
