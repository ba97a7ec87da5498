import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import {
  policyPaths,
  type PolicyPath,
  type PublicPages,
  type ShownEdition,
} from '../../../contract/site.ts'
import { showDay } from '../../../lib/calendar.ts'
import { describe } from '../../seo.ts'
import { publicPagesContext, useSite } from '../../site.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { TextWithChanges } from '../../ui/text-changes.tsx'
import styles from './policy.module.css'
import { TextDocument } from '../text-document.tsx'

export const handle = { static: true }

export function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const path = policyPaths.find((known) => pathname === `/${known}`)
  if (!path) throw new Error(`${pathname} is bound to the policies, and is none`)
  const { policies } = context.get(publicPagesContext)
  const page = policies[path]
  if (!page) throw new Error(`${pathname} is bound without a text`)
  return { path, page, others: othersThan(path, policies) }
}

function othersThan(path: PolicyPath, policies: PublicPages['policies']) {
  return policyPaths
    .filter((other) => other !== path)
    .flatMap((other) => {
      const page = policies[other]
      return page ? [{ path: other, title: page.title }] : []
    })
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { path, page } = loaderData
  return describe(matches, { title: page.title, description: page.description, path: `/${path}` })
}

export default function Policy() {
  const { page, others } = useLoaderData<typeof loader>()
  const { edition, coming } = page
  const { sample } = useSite()
  return (
    <TextDocument page={page} label={sample && <SampleLabel />}>
      {edition && (
        <p className="caption">
          Edition {edition.number}
          {edition.day !== null && `, counts since ${showDay(edition.day)}`}
        </p>
      )}
      {coming.map((one) => (
        <Coming key={one.number} {...one} />
      ))}
      {others.length > 0 && (
        <nav className={styles.others} aria-label="Other documents">
          <p className="label" aria-hidden="true">
            Other documents
          </p>
          <ul>
            {others.map(({ path, title }) => (
              <li key={path}>
                <a href={`/${path}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </TextDocument>
  )
}

/** What will count from a day on, with what it changes and its whole text: nobody has to be signed in to read it. */
function Coming({ number, day, changed, page, before }: ShownEdition) {
  return (
    <section className={styles.coming} aria-label={`Edition ${number}`}>
      <h2 id={`edition-${number}`}>From {day !== null && showDay(day)}</h2>
      <p>{changed}</p>
      <TextWithChanges page={page} before={before} called={`Whole text of edition ${number}`} />
    </section>
  )
}
