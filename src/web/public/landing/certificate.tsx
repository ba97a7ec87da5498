import type { LandingPage } from '../../../contract/site.ts'
import { useSite } from '../../site.ts'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Scene } from '../../ui/scene.tsx'
import styles from './certificate.module.css'

export function Certificate({
  certificate,
}: {
  certificate: NonNullable<LandingPage['certificate']>
}) {
  const { sample } = useSite()
  return (
    <section className={styles.band} id="certificate" data-later="">
      <div className={`page ${styles.certificate}`}>
        <div className={styles.picture} data-reveal="">
          <Scene picture={certificate.picture} />
        </div>
        <div className={styles.text} data-reveal="">
          {sample && <SampleLabel />}
          <h2>{certificate.title}</h2>
          <p className="lead">{certificate.text}</p>
        </div>
      </div>
    </section>
  )
}
