/** What each page of a firm will show and lack, as small pages of their own: no build, no database, no styles of the product. */
import { policyPaths } from '../../contract/site.ts'
import { spacedIban } from '../../lib/bank-account.ts'
import type { PackFault } from './faults.ts'
import type { Pack } from './pack.ts'

/** Texts of a section, or null where the page is without it. */
type Section = { title: string; texts: (string | null | undefined)[] | null }
type Outline = { path: string; title: string; files: RegExp; sections: Section[] }

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

function landingSections({ landing, plans }: Pack): Section[] {
  const { hero, about, start, safety, features, certificate, reviews, faq } = landing
  return [
    { title: 'First view', texts: [hero.title, hero.text] },
    { title: 'About Us', texts: about && [about.title, ...about.paragraphs] },
    { title: 'How to Get Started', texts: start && start.steps.map(({ title }) => title) },
    {
      title: 'Plans',
      texts:
        plans.length > 0
          ? plans.map(
              ({ title, range, source }) =>
                `${title}, ${range}. ${source ?? 'Source of return: missing'}`,
            )
          : null,
    },
    { title: 'Figures', texts: ['Computed from the books when the firm runs.'] },
    { title: 'How money is kept', texts: safety && [safety.title, safety.text] },
    { title: 'Features', texts: features?.length ? features.map(({ title }) => title) : null },
    { title: 'Certificate', texts: certificate ? [certificate.title, certificate.text] : null },
    { title: 'Reviews', texts: reviews ? reviews.items.map(({ text }) => text) : null },
    { title: 'FAQs', texts: faq && faq.items.map(({ question }) => question) },
  ]
}

function footSections({ firm: { legal, complaints, offices, links } }: Pack): Section[] {
  const { name, address = [], jurisdiction, regulator, licence } = legal ?? {}
  const law = [name, ...address, jurisdiction, regulator, licence?.number, licence?.register]
  return [
    { title: 'The firm and its licence', texts: law.some(Boolean) ? law : null },
    {
      title: 'Complaints',
      texts: complaints?.address ? [complaints.text, complaints.address] : null,
    },
    { title: 'Support', texts: links.support ? [links.support] : null },
    { title: 'Offices', texts: offices.length > 0 ? offices.map(({ country }) => country) : null },
  ]
}

function moneySections({ firm: { moneyIn } }: Pack): Section[] {
  const bank = moneyIn?.bank
  const account = bank && [
    bank.holder,
    bank.bank,
    bank.iban && spacedIban(bank.iban),
    bank.bic,
    bank.account,
    bank.routing,
    bank.reference,
  ]
  return [{ title: 'By bank transfer', texts: account?.some(Boolean) ? account : null }]
}

function outlinesOf(pack: Pack | null): Outline[] {
  const policies = policyPaths.map((path): Outline => {
    const page = pack?.policies[path]
    const texts = page ? [page.title, page.description, page.updated] : null
    const files = new RegExp(`/policies/${path}\\.md`)
    return { path: `/${path}`, title: path, files, sections: [{ title: 'Text', texts }] }
  })
  const paper = pack?.whitepaper
  return [
    {
      path: '/landing',
      title: 'Landing page',
      files: /\/(landing|plans)\.yaml|\/pictures\//,
      sections: pack ? landingSections(pack) : [],
    },
    {
      path: '/foot',
      title: 'Foot of every page',
      files: /\/firm\.yaml.*(?<!moneyIn\.bank.*)$/,
      sections: pack ? footSections(pack) : [],
    },
    {
      path: '/fundaccount',
      title: 'Fund account',
      files: /moneyIn/,
      sections: pack ? moneySections(pack) : [],
    },
    ...policies,
    {
      path: '/WhitepaperPage',
      title: 'Whitepaper',
      files: /\/whitepaper\.yaml/,
      sections: [{ title: 'Text', texts: paper ? [paper.title, paper.text] : null }],
    },
  ]
}

const style =
  'body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}li{overflow-wrap:anywhere}'

const document = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`

const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const said = ({ what, why, where }: PackFault) => escaped(`${where}: ${what} (${why})`)

function pageOf({ title, sections }: Outline, faults: readonly PackFault[]): string {
  const lacks = faults.length > 0 ? `<h2>To do</h2>${list(faults.map(said))}` : ''
  const shown = sections.map(({ title: name, texts }) =>
    texts === null
      ? `<h2>${escaped(name)}</h2><p>Not there: the page does without it.</p>`
      : `<h2>${escaped(name)}</h2>${texts.map((text) => (text ? `<p>${escaped(text)}</p>` : '')).join('')}`,
  )
  return document(title, `<p><a href="/">All pages</a></p>${lacks}${shown.join('')}`)
}

/** By path. Each page stands for one of the firm's, and the first lists them with how much is to do for each. */
export function previewPages({
  pack,
  faults,
}: {
  pack: Pack | null
  faults: readonly PackFault[]
}): Map<string, string> {
  const outlines = outlinesOf(pack)
  const of = ({ files }: Outline) => faults.filter(({ where }) => files.test(where))
  const rest = faults.filter(({ where }) => !outlines.some(({ files }) => files.test(where)))
  const lines = outlines.map(
    (outline) =>
      `<a href="${outline.path}">${escaped(outline.title)}</a>: ${of(outline).length === 0 ? 'nothing to do' : `${of(outline).length} to do`}`,
  )
  const first = `${pack ? '' : '<p>Not even a page can be shown yet: see what is to do for the landing page and the foot.</p>'}${list(lines)}${list(rest.map(said))}`
  return new Map([
    ['/', document(pack?.firm.name ?? 'Your firm', first)],
    ...outlines.map((outline) => [outline.path, pageOf(outline, of(outline))] as const),
  ])
}
