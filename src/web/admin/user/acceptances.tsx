import type { OwnEdition } from '../../../contract/edition.ts'
import { daySaid, stateWords } from '../../account/editions/words.ts'
import { useAcceptancesQuery } from '../../api/editions.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { When } from '../when.tsx'

const columns: Column<OwnEdition>[] = [
  { head: 'Policy', kind: 'name', cell: ({ title, number }) => `${title}, edition ${number}` },
  { head: 'Status', cell: (one) => `${stateWords[one.state][1]}, ${daySaid(one)}` },
  {
    head: 'Accepted',
    cell: ({ acceptedAt }) => (acceptedAt === null ? 'Not accepted' : <When at={acceptedAt} />),
  },
]

/** Which policies this person accepted, and when; nothing while none has to be. */
export function UserAcceptances({ userId }: { userId: string }) {
  const editions = useAcceptancesQuery(userId).data?.data.editions ?? []
  if (editions.length === 0) return null
  return (
    <Sheet title="Policies" dense>
      <DataTable
        label="Policies that were accepted"
        columns={columns}
        rows={editions}
        keyOf={({ id }) => id}
      />
    </Sheet>
  )
}
