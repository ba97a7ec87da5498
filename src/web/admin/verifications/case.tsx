import { Link, useParams } from 'react-router'
import { lastAddress } from '../../api/kept-filters.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { CaseContent } from './content.tsx'

export const meta = titled('Verification')

/** One case at an address of its own: where there is no room beside the list, and for links to it. */
export default function CasePage() {
  const id = useParams().caseId ?? ''
  return (
    <>
      <p className="small">
        <Link to={lastAddress('/admin/verifications')}>Back to the verifications</Link>
      </p>
      <h1>Verification</h1>
      <Sheet lit label="Verification">
        <CaseContent key={id} id={id} />
      </Sheet>
    </>
  )
}
