import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { described } from '../../seo.ts'
import { publicPagesContext, useSite } from '../../site.ts'
import { Checking } from './checking.tsx'
import { Figures } from './figures.tsx'
import { History } from './history.tsx'
import { Limits } from './limits.tsx'
import { Meaning } from './meaning.tsx'
import styles from './proof.module.css'

export const handle = { static: true }

export const meta = described({
  title: 'What we owe, and how to check it',
  description:
    'Each day the sum of everything that we owe is published, with a hash by which everybody can check that their own money is in it.',
  path: '/proof',
})

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(publicPagesContext).proofs
}

export default function Proof() {
  const proofs = useLoaderData<typeof loader>()
  const { name } = useSite()
  return (
    <article>
      <header className={`page ${styles.front}`}>
        <h1>What we owe, and how to check it</h1>
        <p className="lead">
          Each day {name} publishes the sum of everything that it owes. Whoever has money here can
          check that theirs is in that sum, without asking us and without trusting this page.
        </p>
      </header>
      <Figures last={proofs[0]} />
      <div className={`page ${styles.sections}`}>
        <Meaning />
        <Checking last={proofs[0]} />
        <Limits />
        <History proofs={proofs} />
      </div>
    </article>
  )
}
