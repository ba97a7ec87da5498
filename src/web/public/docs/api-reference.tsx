import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { ApiProblem, ApiReference } from '../../../contract/site.ts'
import { described } from '../../seo.ts'
import { publicPagesContext } from '../../site.ts'
import { ApiCalls } from './api-calls.tsx'
import styles from './api-reference.module.css'
import { Code } from './code.tsx'

export const handle = { static: true }

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(publicPagesContext).api
}

export const meta = described({
  title: 'API',
  description: 'Every call and every refusal of the API, with examples.',
  path: '/docs/api',
})

/** The API for people who build on it. Complete without scripts; with them, calls can be searched and examples copied. */
export default function ApiReferencePage() {
  const api = useLoaderData<typeof loader>()
  return (
    <article className={`page ${styles.reference}`} data-api="">
      <header className={styles.head}>
        <h1>API</h1>
        <p className="lead">
          JSON over HTTP. Everything that this site’s own pages do goes through these calls, and
          nothing else.
        </p>
        <p>
          <a href={api.description}>The same as OpenAPI 3.1</a>, for tools that read it.
        </p>
      </header>
      <Contents api={api} />
      <div className={styles.text}>
        <Basics api={api} />
        <ApiCalls groups={api.groups} />
        <Refusals problems={api.problems} problem={api.problem} />
      </div>
    </article>
  )
}

const basics = [
  ['first-call', 'A first call'],
  ['values', 'Money, times and fields'],
  ['repeating', 'Repeating safely'],
  ['lists', 'Long lists'],
] as const

function Contents({ api }: { api: ApiReference }) {
  return (
    <nav className={styles.contents} aria-label="Contents">
      <label className={styles.search} hidden data-api-search="">
        <span className="label">Find a call</span>
        <input type="search" placeholder="withdrawals" />
      </label>
      <p className="small" role="status" data-api-none="" />
      <ul>
        {basics.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {api.groups.map(({ id, title, calls }) => (
        <details key={id} open data-api-group="">
          <summary>{title}</summary>
          <ul>
            {calls.map(({ name, method, path }) => (
              <li key={name} data-api-call={name}>
                <a href={`#${name}`}>
                  <Method>{method}</Method>
                  <span>{shortOf(path)}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <ul>
        <li>
          <a href="#refusals">Refusals</a>
        </li>
      </ul>
    </nav>
  )
}

/** Every path begins alike: what tells one from another is what follows, and may break after each word. */
const shortOf = (path: string) => path.replace('/invest/api/v1', '')

function Method({ children }: { children: string }) {
  return <span className={styles.method}>{children}</span>
}

function Basics({ api }: { api: ApiReference }) {
  return (
    <section className={styles.basics}>
      <h2 id="first-call">A first call</h2>
      <p>
        All paths begin at <code>{api.base}</code>. Signing in replies with a token, which is sent
        as <code>Authorization: Bearer</code>; browsers use the cookie. A second factor makes it two
        steps.
      </p>
      <Code label="Sign in, and ask who you are">{api.first}</Code>
      <h2 id="values">Money, times and fields</h2>
      <p>
        Money is a JSON number of US dollars with at most two decimals, never text, and is read by
        its decimal text. Times are ISO 8601 in UTC. Unknown fields are refused, and so are fields
        given twice.
      </p>
      <h2 id="repeating">Repeating safely</h2>
      <p>
        Every call that books money or changes a person takes an <code>Idempotency-Key</code> of at
        most 255 characters. The same key with the same body gets the first reply again, byte for
        byte, and nothing is booked twice; with another body it is refused with{' '}
        <a href="#key_reused">
          <code>key_reused</code>
        </a>
        . After a broken connection, send it again with the same key. Keys are kept for good: take a
        random one, with nothing of a person in it.
      </p>
      <h2 id="lists">Long lists</h2>
      <p>
        A list replies with <code>nextCursor</code>: send it as <code>cursor</code> for the next
        page, until it is null. <code>limit</code> is at most 200.
      </p>
    </section>
  )
}

function Refusals({ problems, problem }: { problems: ApiProblem[]; problem: string }) {
  return (
    <section>
      <h2 id="refusals">Refusals</h2>
      <p>
        As <code>application/problem+json</code> (RFC 9457). <code>code</code> is for programs,{' '}
        <code>message</code> is for people, and <code>type</code> leads to the row below. 429 and
        503 say in <code>Retry-After</code> how long to wait.
      </p>
      <Code label="A problem">{problem}</Code>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">What it says</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ code, status, title, message }) => (
            <tr key={code} id={code}>
              <th scope="row">
                <a href={`#${code}`}>{code}</a>
              </th>
              <td className="num">{status}</td>
              <td>
                <strong>{title}</strong> {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
