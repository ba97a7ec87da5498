import type { ApiCall, ApiPart, ApiReference } from '../../../contract/site.ts'
import styles from './api-reference.module.css'
import { Code } from './code.tsx'

export function ApiCalls({ groups }: { groups: ApiReference['groups'] }) {
  return groups.map(({ id, title, calls }) => (
    <section key={id} data-api-group="">
      <h2 id={id}>{title}</h2>
      {calls.map((call) => (
        <Call key={call.name} call={call} />
      ))}
    </section>
  ))
}

function Call({ call }: { call: ApiCall }) {
  const { name, method, path, summary, who, keyed, status, parts, curl, reply } = call
  return (
    <section className={styles.call} id={name} data-api-call={name}>
      <h3>
        <a href={`#${name}`}>
          <span className={styles.method}>{method}</span> {path}
        </a>
      </h3>
      <p>{summary}.</p>
      <p className="caption">
        {who}.
        {keyed && (
          <>
            {' '}
            Takes an <a href="#repeating">Idempotency-Key</a>.
          </>
        )}
      </p>
      {parts.map((part) => (
        <Fields key={part.title} part={part} />
      ))}
      <div className={styles.examples}>
        <Code label="Call">{curl}</Code>
        <Code label={`Reply, ${status}`}>{reply}</Code>
      </div>
    </section>
  )
}

function Fields({ part: { title, fields } }: { part: ApiPart }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Type</th>
          <th scope="col">What to know</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, depth, type, required, note }, place) => (
          <tr key={place}>
            <td>
              <code>
                {'\u2003'.repeat(depth)}
                {name}
              </code>
            </td>
            <td>{type}</td>
            <td>{[required ? '' : 'optional', note].filter(Boolean).join('; ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
