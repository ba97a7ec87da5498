import { laterOf, missingOf, type Gate, type GateLine } from '../../../contract/gate.ts'
import { useGateQuery } from '../../api/gate.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { OpeningSheet } from './opening.tsx'
import { When } from '../when.tsx'
import { Head } from '../head.tsx'

export const handle = { beforeOpening: true }
export const meta = titled('Going live')

/** What a firm needs before it takes real money, what of it is there, and the opening by two. */
export default function LivePage() {
  const { data, ...answer } = useGateQuery()
  return (
    <>
      <Head title="Going live">
        What a firm needs before it takes real money, and what is there
      </Head>
      {data ? (
        <Checked gate={data.data} />
      ) : (
        <NotLoaded what="what is needed" rows={6} {...answer} />
      )}
    </>
  )
}

function Checked({ gate }: { gate: Gate }) {
  const { lines, checkedAt } = gate
  const missing = missingOf(lines)
  const later = laterOf(lines)
  const there = lines.filter((line) => !line.missing)
  return (
    <>
      <OpeningSheet gate={gate} missing={missing.length} />
      {missing.length > 0 && (
        <Sheet title={`Missing (${missing.length})`} dense>
          <Lines label="What is missing" lines={missing} />
        </Sheet>
      )}
      {later.length > 0 && (
        <Sheet title={`Later, in the open firm (${later.length})`} dense>
          <Lines label="What comes later" lines={later} />
        </Sheet>
      )}
      {there.length > 0 && (
        <Sheet title={`In place (${there.length})`} dense>
          <Lines label="What is in place" lines={there} />
        </Sheet>
      )}
      <p className="small">
        Checked at <When at={checkedAt} />. At a shell, <code>npm run check:live</code> prints the
        same.
      </p>
    </>
  )
}

function State({ missing, coin }: GateLine) {
  if (!missing) return <Badge state="approved">In place</Badge>
  return coin === null ? (
    <Badge state="rejected">Missing</Badge>
  ) : (
    <Badge state="pending">Later</Badge>
  )
}

const columns: Column<GateLine>[] = [
  {
    head: 'What',
    kind: 'name',
    cell: ({ what, why }) => (
      <>
        {what}
        <span className="caption"> {why}</span>
      </>
    ),
  },
  {
    head: 'Where',
    cell: ({ where, found }) => (
      <>
        {where}
        {found !== null && <span className="caption"> ({found})</span>}
      </>
    ),
  },
  { head: 'State', cell: (line) => <State {...line} /> },
]

function Lines({ label, lines }: { label: string; lines: GateLine[] }) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={lines}
      keyOf={({ what, where }) => `${where} ${what}`}
    />
  )
}
