import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import type { Figure, Titled, Whitepaper, WhitepaperSection } from '../../../contract/site.ts'
import { describe } from '../../seo.ts'
import { publicPagesContext, useSite } from '../../site.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Prose } from '../prose.tsx'
import textStyles from '../text-document.module.css'
import styles from './whitepaper.module.css'
import { Band } from './band.tsx'
import { Chart } from './chart.tsx'
import { Hatchings } from './fills.tsx'
import { Rosette } from './rosette.tsx'

export const handle = { static: true }

export function loader({ context }: LoaderFunctionArgs) {
  const { whitepaper } = context.get(publicPagesContext)
  if (!whitepaper) throw new Error('The page of the whitepaper is bound without one')
  return whitepaper
}

export function meta({ loaderData: paper, matches }: MetaArgs<typeof loader>) {
  return paper
    ? describe(matches, {
        title: paper.title,
        description: paper.description,
        path: '/WhitepaperPage',
      })
    : []
}

export default function WhitepaperPage() {
  const paper = useLoaderData<typeof loader>()
  return (
    <article className={`page ${styles.paper}`}>
      <Reading title={paper.title} />
      <Front paper={paper} />
      <nav
        className={`${textStyles.contents} ${styles.contents}`}
        aria-label="Contents"
        data-scroll-spy=""
      >
        <p className="label" aria-hidden="true">
          Contents
        </p>
        <Contents paper={paper} />
      </nav>
      <div className={styles.sections}>
        {paper.sections.map((section) => (
          <Section key={section.id} section={section} />
        ))}
        <Call call={paper.call} />
      </div>
      <Hatchings />
    </article>
  )
}

/** Comes out from under the header once the page is scrolled (`behaviour/header-flag.ts`). It repeats what stands elsewhere. */
function Reading({ title }: { title: string }) {
  return (
    <div className={styles.reading} aria-hidden="true">
      <p className="page">
        <span>{title}</span>
        <span data-here="" />
      </p>
      <span className={styles.line} data-reading-line="" />
    </div>
  )
}

function Front({ paper }: { paper: Whitepaper }) {
  const { name, sample } = useSite()
  return (
    <header className={styles.front}>
      <div className={styles.band}>
        <Band />
      </div>
      <div className={styles.imprint}>
        <p className={styles.name}>{name}</p>
        <p className="caption">
          Whitepaper
          <br />
          <time dateTime={paper.updated.day}>{paper.updated.written}</time>
        </p>
        {sample && <SampleLabel />}
        <div className={styles.seal}>
          <Rosette />
        </div>
      </div>
      <div className={styles.title}>
        <h1>{paper.title}</h1>
        <p className="lead">{paper.text}</p>
        <Actions />
        <Targets targets={paper.targets} />
        <details className={textStyles.unfold}>
          <summary>Contents</summary>
          <nav aria-label="Contents">
            <Contents paper={paper} />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Actions() {
  return (
    <p className={styles.actions}>
      <LinkButton href="/WhitepaperPage.pdf" download="">
        Download whitepaper
      </LinkButton>
      <LinkButton href="#contact" variant="default">
        Schedule a call
      </LinkButton>
    </p>
  )
}

function Targets({ targets: { title, text, figures } }: Pick<Whitepaper, 'targets'>) {
  const { sample } = useSite()
  return (
    <section className={styles.targets} aria-labelledby="paper_targets">
      <div className="head">
        <h2 id="paper_targets">{title}</h2>
        {sample && <SampleLabel />}
      </div>
      <p className="small">{text}</p>
      <dl>
        {figures.map((figure) => (
          <Target key={figure.label} {...figure} />
        ))}
      </dl>
    </section>
  )
}

function Target({ value, label }: Figure) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

function Contents({ paper: { sections, call } }: { paper: Whitepaper }) {
  return (
    <ol>
      {[...sections, { id: 'call', title: call.title }].map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  )
}

function SectionHead({ title }: { title: string }) {
  const { sample } = useSite()
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {sample && <SampleLabel />}
    </div>
  )
}

function Section({ section: { id, title, blocks, charts } }: { section: WhitepaperSection }) {
  return (
    <section className={styles.section} id={id}>
      <SectionHead title={title} />
      <Prose blocks={blocks} />
      {charts.map((chart) => (
        <Chart key={chart.title} chart={chart} />
      ))}
    </section>
  )
}

function Call({ call: { title, text } }: { call: Titled }) {
  return (
    <section className={`${styles.section} ${styles.call}`} id="call">
      <SectionHead title={title} />
      <p className="lead">{text}</p>
      <Actions />
    </section>
  )
}
