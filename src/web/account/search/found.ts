/** What a search finds: pages, things to do, and whatever an area of the site adds, by group. */
import type { IconName } from '../../ui/icon.tsx'

/** `does`: what the page that it leads to begins with. */
export type Found = {
  /** Of its own among everything that is found. */
  id: string
  label: string
  /** What tells it from others of its name. */
  detail?: string
  icon: IconName
  /** Said nowhere, but found by. */
  words?: string
} & ({ to: string; does?: string } | { run(): void })

export type Group = { label: string; found: Found[] }

/** `note` is what is to be said about it: that more is coming, or that something could not be asked. */
export type Search = { groups: Group[]; note: string | null }

/** Asked at each letter, so it must be a hook. */
export type UseSearch = (query: string) => Search

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What has all words of the query somewhere, accents and capitals apart, at most `most` of a group; groups without any are left out. */
export function matching(groups: readonly Group[], query: string, most = 8): Group[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return groups
    .map(({ label, found }) => ({
      label,
      found: found
        .filter((one) => {
          const text = plain([one.label, one.detail, one.words].join(' '))
          return words.every((word) => text.includes(word))
        })
        .slice(0, most),
    }))
    .filter(({ found }) => found.length > 0)
}
