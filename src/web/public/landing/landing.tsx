import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { describe } from '../../seo.ts'
import { publicPagesContext } from '../../site.ts'
import { About } from './about.tsx'
import { Certificate } from './certificate.tsx'
import { Closing } from './closing.tsx'
import { Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.module.css'
import { Plans } from './plans.tsx'
import { Reviews } from './reviews.tsx'
import { Safety } from './safety.tsx'
import { Start } from './start.tsx'
import { Statistics } from './statistics.tsx'
import { structuredData } from './structured-data.ts'

export const handle = { static: true }

export function loader({ context }: LoaderFunctionArgs) {
  const { landing, plans, coveredAt, ahead, proofs } = context.get(publicPagesContext)
  const [last, before] = proofs
  const proof = last ? { ...last, before: before?.day ?? null } : null
  return { landing, plans, coveredAt, ahead, proof }
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { landing } = loaderData
  return [
    ...describe(matches, { title: landing.title, description: landing.description, path: '/' }),
    ...structuredData(matches, landing),
  ]
}

export default function Landing() {
  const { landing, plans, coveredAt, ahead, proof } = useLoaderData<typeof loader>()
  return (
    <div className={styles.landing}>
      <Hero hero={landing.hero} book={landing.book} />
      {landing.about && <About about={landing.about} />}
      {landing.start && <Start start={landing.start} />}
      <Plans
        words={landing.plans}
        calculator={landing.calculator}
        plans={plans}
        coveredAt={coveredAt}
        ahead={ahead}
      />
      {landing.statistics && <Statistics statistics={landing.statistics} />}
      {(landing.safety || landing.features.length > 0 || proof) && (
        <Safety
          safety={landing.safety}
          book={landing.book}
          proof={proof}
          features={landing.features}
        />
      )}
      {landing.certificate && <Certificate certificate={landing.certificate} />}
      {landing.reviews && <Reviews reviews={landing.reviews} />}
      {landing.faq && <Faq faq={landing.faq} />}
      <Closing />
    </div>
  )
}
