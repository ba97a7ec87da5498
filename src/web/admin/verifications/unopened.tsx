/** Which documents of a case whoever decides has still to open. */
import type { StaffCase } from '../../../contract/verification.ts'
import { titleOf } from '../../account/documents/words.ts'
import { useStaff } from '../staff.ts'

export function useUnopened({ documents, openings }: StaffCase): StaffCase['documents'] {
  const { id } = useStaff()
  return documents.filter(
    (one) => !openings.some(({ documentId, userId }) => documentId === one.id && userId === id),
  )
}

/** Says so in the question; nothing where all were opened. */
export function Unopened({ row }: { row: StaffCase }) {
  const unopened = useUnopened(row)
  if (unopened.length === 0) return null
  return (
    <p role="alert">
      Not opened by you yet: {unopened.map(titleOf).join(', ')}. Open each document and compare it
      with what was entered before you decide.
    </p>
  )
}
