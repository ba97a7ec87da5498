import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { Copies } from './copies.tsx'
import { KeptList } from './kept-list.tsx'

export const meta = titled('Your data')

export default function YourData() {
  return (
    <>
      <div>
        <PageHead title="Your data" />
        <p className="lead">What we keep about you, why, and until when</p>
      </div>
      <Copies />
      <KeptList />
    </>
  )
}
