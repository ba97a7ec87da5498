import { titled } from '../../seo.ts'
import { useStaff } from '../staff.ts'
import { AskForPack } from './ask.tsx'
import { Packs } from './packs.tsx'
import { Samples } from './samples.tsx'

export const meta = titled('Evidence')

/** What an auditor takes away, and what they look at here. */
export default function EvidencePage() {
  const { may } = useStaff()
  return (
    <>
      <div>
        <h1>Evidence</h1>
        <p className="lead">
          Packs from which an auditor rebuilds the books without our software, and users drawn at
          random
        </p>
      </div>
      <AskForPack />
      <Packs />
      <Samples mayDraw={may('draw-samples')} />
    </>
  )
}
