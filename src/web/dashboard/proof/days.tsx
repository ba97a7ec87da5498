import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PublishedProof } from '../../../contract/proof.ts'
import type { User } from '../../../contract/user.ts'
import { useProofsQuery } from '../../api/proofs.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { showDay } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import { Answer } from './answer.tsx'
import styles from './proof.module.css'
import { stillMade } from './still-made.ts'

export function Days({ me }: { me: User }) {
  const { data, ...answer } = useProofsQuery(undefined, { refetchOnFocus: false })
  if (!data && answer.error)
    return (
      <Sheet lit title="Your money">
        <LoadFailed what="the proofs" {...answer} />
      </Sheet>
    )
  if (!data)
    return (
      <Sheet lit title="Your money">
        <Waiting />
      </Sheet>
    )
  const { proofs } = data.data
  if (proofs.length === 0)
    return (
      <Sheet lit title="Your money">
        <Empty>
          There is no proof yet. The first one is made after midnight UTC, when a day has ended:
          come back then.
        </Empty>
      </Sheet>
    )
  return <Chosen me={me} proofs={stillMade(proofs)} />
}

function Chosen({ me, proofs }: { me: User; proofs: readonly PublishedProof[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const shown = proofs.find(({ day }) => day === chosen) ?? proofs[0]!
  return (
    <Answer key={shown.day} me={me} published={shown}>
      <NativeSelect
        className={styles.day}
        label="Day"
        value={shown.day}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={proofs.map(({ day }) => ({ value: day, label: showDay(day) }))}
      />
    </Answer>
  )
}
