/** What a page says about itself to tabs, search engines and link previews. */
import type { MetaDescriptor } from 'react-router'
import type { RootData } from './site.ts'

export type Matches = readonly ({ id: string; loaderData: unknown } | undefined)[]

export function siteIn(matches: Matches): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** The title of a page's tab, with the firm's name behind it. */
export function titled(title: string) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] => {
    const name = siteIn(matches)?.name
    return [{ title: name ? `${title} | ${name}` : title }]
  }
}

/** A page that search engines should not list: those who need it are led there. */
export function unlisted(title: string) {
  return (given: { matches: Matches }): MetaDescriptor[] => [
    ...titled(title)(given),
    { name: 'robots', content: 'noindex' },
  ]
}

type Described = { title: string; description: string; path: string }

/** A public page that says the same whatever the firm. */
export function described(page: Described) {
  return ({ matches }: { matches: Matches }): MetaDescriptor[] => describe(matches, page)
}

/** A public page: title, description, the one address it stands at, and the card that is shown where it is shared. */
export function describe(
  matches: Matches,
  { title, description, path }: Described,
): MetaDescriptor[] {
  const site = siteIn(matches)
  if (!site) return [{ title }]
  const address = site.origin + path
  const card = site.socialCard
  // The landing page names the firm in its own words.
  return [
    { title: path === '/' ? title : `${title} | ${site.name}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: site.origin + card.src },
    { property: 'og:image:width', content: String(card.width) },
    { property: 'og:image:height', content: String(card.height) },
    { property: 'og:image:alt', content: card.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
