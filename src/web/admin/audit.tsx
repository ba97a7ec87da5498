import { titled } from '../seo.ts'

export const meta = titled('Audit')

export default function AuditPage() {
  return <h1>Audit</h1>
}
