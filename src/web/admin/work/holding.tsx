/** Whose one piece of work is, where it is looked at: what is due, what was noted, and what can be done about it. */
import { useState } from 'react'
import type { StaffWorkItem, WorkName } from '../../../contract/staff-work.ts'
import { useWorkItem } from '../../api/staff-work.ts'
import { WorkActions } from './actions.tsx'
import { WorkDialog, type AskedOfWork } from './dialogs.tsx'
import { Due, HandoverNote, useHolderWords } from './words.tsx'
import styles from './work.module.css'

/** Of what waits; nothing of anything else. */
export function Holding({ of, id }: { of: WorkName; id: string }) {
  return <HoldingOf item={useWorkItem(of, id)} />
}

type HoldingOfProps = {
  item: StaffWorkItem | undefined
  /** One of several on a page is no part of it to go to. */
  isOneOfMany?: boolean
}

export function HoldingOf({ item, isOneOfMany = false }: HoldingOfProps) {
  const [asked, ask] = useState<AskedOfWork | null>(null)
  const holderOf = useHolderWords()
  const Part = isOneOfMany ? 'div' : 'section'
  return (
    <>
      {item && (
        <Part
          className={styles.holding}
          {...(isOneOfMany ? {} : { 'aria-label': 'Whose work it is' })}
        >
          <p className="small">
            Held by: <bdi>{holderOf(item)}</bdi>.
          </p>
          <p className="small">
            {item.isLate ? '' : 'Due '}
            <Due item={item} />
          </p>
          <HandoverNote item={item} />
          <WorkActions item={item} onAsk={ask} />
        </Part>
      )}
      {asked && <WorkDialog asked={asked} now={item} onClose={() => ask(null)} />}
    </>
  )
}
