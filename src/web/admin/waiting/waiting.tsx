/** What waits for a second person: what one may decide on first, then what one began oneself; oldest first. */
import { titled } from '../../seo.ts'
import { Head } from '../head.tsx'
import { NotCleared } from '../imports/not-cleared.tsx'
import { useStaff } from '../staff.ts'
import { WorkItems } from '../work/items.tsx'
import { Proposals } from './list.tsx'
import { WorkElsewhere } from './work.tsx'

export const meta = titled('Waiting')

export default function WaitingPage() {
  const { may } = useStaff()
  return (
    <>
      <Head title="Waiting">
        The earliest due is on top. A proposal changes nothing until somebody else agrees.
      </Head>
      {may('read-people') && <NotCleared />}
      <Proposals
        mine="to-decide"
        title="Proposals for you to decide"
        none="No proposal waits for you."
      />
      <WorkItems />
      <WorkElsewhere />
      <Proposals
        mine="waiting"
        title="Begun by you"
        none="Nothing that you proposed or agreed to waits for somebody else."
      />
    </>
  )
}
