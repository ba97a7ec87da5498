/** What was sent in last, as it was sent in. */
import type { OwnCase } from '../../../contract/verification.ts'
import { captionOf, titleOf } from '../../account/documents/words.ts'
import { countryName } from '../../../lib/countries.ts'
import { showDateTime, showDay } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './verification.module.css'

export function LastCase({ lastCase }: { lastCase: OwnCase }) {
  const { legalName, birthDate, country, address, documents, submittedAt } = lastCase
  return (
    <Sheet title="What you sent in" narrow>
      <Explain
        lines={[
          { label: 'Sent in', amount: showDateTime(submittedAt) },
          { label: 'Full name', amount: legalName ?? 'N/A' },
          { label: 'Date of birth', amount: birthDate ? showDay(birthDate) : 'N/A' },
          { label: 'Country', amount: country ? countryName(country) : 'N/A' },
          { label: 'Address', amount: <span className={styles.lines}>{address ?? 'N/A'}</span> },
          ...documents.map((document) => ({
            label: titleOf(document),
            amount: captionOf(document),
          })),
        ]}
      />
    </Sheet>
  )
}
