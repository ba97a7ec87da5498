import { titled } from '../../seo.ts'
import styles from '../admin.module.css'
import { useStaff } from '../staff.ts'
import { AskForPack } from './ask.tsx'
import { Packs } from './packs.tsx'
import { Samples } from './samples.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Evidence')

/** What an auditor takes away, and what they look at here. */
export default function EvidencePage() {
  const { may } = useStaff()
  return (
    <>
      <Head title="Evidence">
        Packs from which an auditor rebuilds the books without our software, and users drawn at
        random
      </Head>
      <div className={styles.formBeside}>
        <AskForPack />
        <Packs />
      </div>
      <Samples mayDraw={may('draw-samples')} />
    </>
  )
}
