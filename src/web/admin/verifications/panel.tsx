/** One case beside the list of them. */
import { Button } from '@mantine/core'
import { CaseContent } from './content.tsx'
import styles from './verifications.module.css'

type CasePanelProps = {
  id: string
  /** Without it the panel stays: one of the list is always there. */
  onClose: (() => void) | null
  onDone(): void
}

export function CasePanel({ id, onClose, onDone }: CasePanelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section className={styles.panel} aria-label="Verification" tabIndex={0}>
      <CaseContent key={id} id={id} onDone={onDone}>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </CaseContent>
    </section>
  )
}
