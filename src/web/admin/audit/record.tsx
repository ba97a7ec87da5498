import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { firmId, type AuditItem, type AuditRecord } from '../../../contract/audit.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { useAuditRecordQuery } from '../../api/audit.ts'
import { isUnknown } from '../../api/failure.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { usd } from '../../ui/amount.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { Outcome } from './table.tsx'
import { Verify } from './verify.tsx'
import { sayWhen } from '../zone-shown.ts'

export const meta = titled('Record')

/** Everything that is kept of one action of staff, and the chain that holds it. */
export default function RecordPage() {
  const { state } = useLocation()
  const list = typeof state?.list === 'string' ? state.list : ''
  return (
    <>
      <p className="small">
        <Link to={`/admin/audit${list}`}>Back to the list</Link>
      </p>
      <h1>Record</h1>
      <Found id={useParams().commandId ?? ''} />
    </>
  )
}

function Found({ id }: { id: string }) {
  const { currentData: data, ...answer } = useAuditRecordQuery(id)
  if (data) return <Whole key={id} record={data.data.record} />
  if (isUnknown(answer.error))
    return (
      <Empty action={<Link to="/admin/audit">All actions</Link>}>
        There is no action of staff at this address. It may have been copied incompletely.
      </Empty>
    )
  return <NotLoaded what="the record" rows={6} {...answer} />
}

function Whole({ record }: { record: AuditRecord }) {
  return (
    <>
      <p className={`lead ${styles.change}`}>{record.item.sentence}</p>
      <Sheet title="What happened" narrow>
        <Explain lines={factsOf(record)} />
      </Sheet>
      <Sheet title="The whole command">
        <Command record={record} />
      </Sheet>
      <Sheet title="Its place in the chain">
        <Place record={record} />
      </Sheet>
    </>
  )
}

function Party({ party: { id, fullName } }: { party: AuditItem['actor'] }) {
  return id === firmId ? fullName : <Link to={`/admin/users/${id}`}>{fullName}</Link>
}

function factsOf({ item, recordedAt, key, rules }: AuditRecord): Line[] {
  const lines: [string, ReactNode][] = [
    ['By', <Party key="by" party={item.actor} />],
    ['About', item.subject ? <Party key="about" party={item.subject} /> : 'Nobody was found'],
    ['When, by business time', sayWhen(item.at)],
    ['Recorded, by the clock of the database', sayWhen(recordedAt)],
    ['Outcome', <Outcome key="outcome" outcome={item.outcome} />],
    ['Reason', item.reason],
    ['Amount', item.amount === null ? null : usd(item.amount)],
    ...item.changes.map(({ field, from, to }): [string, string] => [
      wordFor(field),
      `${from ?? '-'} → ${to ?? '-'}`,
    ]),
    ...Object.entries(item.details).flatMap(([name, value]): [string, string][] =>
      name === 'amount' && item.amount !== null ? [] : [[wordFor(name), value]],
    ),
    ['How it was asked for', key ?? 'Without an idempotency key'],
    ['Version of the rules', rules],
  ]
  return lines.flatMap(([label, amount]) => (amount === null ? [] : [{ label, amount }]))
}

function Command({ record: { command, words } }: { record: AuditRecord }) {
  return (
    <div className="stack">
      {command && (
        <>
          <p className="small">
            The hashed text, as it stands in the journal: kind, who, about whom, the call, its
            facts, the outcome, the time, a digest of its words and its reply, and what it posted.
          </p>
          <pre className={styles.raw}>{command.text}</pre>
          <CopyText text={command.digest} name="digest of the command" />
        </>
      )}
      <h3>Its words</h3>
      {words === null ? (
        <p className="small">
          They were erased with the person whom they were about. Their digest is still in the chain.
        </p>
      ) : (
        <pre className={styles.raw}>{JSON.stringify(words, null, 2)}</pre>
      )}
    </div>
  )
}

function Place({ record }: { record: AuditRecord }) {
  const { link } = record
  if (!link)
    return (
      <Note tone="bad">
        Its link is gone from the chain, which does not hold without it. Tell the firm’s other
        administrators and keep what you see here.
      </Note>
    )
  const place =
    link.label === 'activity'
      ? `Row ${link.values[1]} of the activity`
      : `Unlisted command ${link.values[1]}`
  return (
    <div className="stack">
      <Explain
        lines={[
          { label: 'Chain of', amount: <Party party={link.owner} /> },
          { label: 'Place', amount: place },
          { label: 'Hash before', amount: <Hash text={link.before} /> },
          { label: 'Hash', amount: <Hash text={link.hash} /> },
        ]}
      />
      <Verify record={record} owner={link.owner.id} />
    </div>
  )
}

const Hash = ({ text }: { text: string | null }) =>
  text === null ? 'None: it is the first' : <code className={styles.hash}>{text}</code>
