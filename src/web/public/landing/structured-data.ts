import type { MetaDescriptor } from 'react-router'
import type { LandingPage } from '../../../contract/site.ts'
import { siteIn, type Matches } from '../../seo.ts'

/** The firm and its questions in the words of schema.org. Figures and reviews are left out: nobody has checked them. */
export function structuredData(
  matches: Matches,
  { description, faq }: LandingPage,
): MetaDescriptor[] {
  const site = siteIn(matches)
  if (!site) return []
  const { name, origin, icon } = site
  const graph = [
    {
      '@type': 'Organization',
      '@id': `${origin}/#firm`,
      name,
      description,
      url: `${origin}/`,
      logo: origin + icon,
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      name,
      url: `${origin}/`,
      publisher: { '@id': `${origin}/#firm` },
    },
    ...(faq ? [questionsOf(faq)] : []),
  ]
  return [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': graph } }]
}

const questionsOf = ({ items }: NonNullable<LandingPage['faq']>) => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
