import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AuditRecord } from '../../../contract/audit.ts'
import { useLazyVerifyPartQuery } from '../../api/audit.ts'
import { failureText } from '../../api/failure.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Note } from '../../ui/states.tsx'
import { canCompute, computePart, nothingComputed, type Computed } from './recompute.ts'

/** What the server has computed, and what this browser has. */
type Checked = {
  count: number
  unproven: number
  fault: string | null
  own: Computed
  /** Whether the command that is shown was among them. */
  saw: boolean
}

const nothingChecked: Checked = {
  count: 0,
  unproven: 0,
  fault: null,
  own: nothingComputed,
  saw: false,
}

type State =
  | { is: 'idle' }
  | { is: 'busy' | 'done'; checked: Checked }
  | { is: 'failed'; problem: string }

/** Goes through a chain part by part, to its head or to the first fault. */
function useVerifying(record: AuditRecord) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const [ask] = useLazyVerifyPartQuery()
  async function verify(ownerId: string) {
    let checked = nothingChecked
    let cursor: string | undefined
    setState({ is: 'busy', checked })
    do {
      const { data, error } = await ask({ ownerId, cursor })
      if (!data) return setState({ is: 'failed', problem: failureText(error, 'Unknown error') })
      const part = data.data
      checked = {
        count: checked.count + part.count,
        unproven: checked.unproven + part.unproven,
        fault: part.fault,
        own: canCompute() ? await computePart(checked.own, part, record) : checked.own,
        saw: checked.saw || part.links.some(({ commandId }) => commandId === record.item.id),
      }
      cursor = part.nextCursor ?? undefined
      setState({ is: 'busy', checked })
    } while (cursor !== undefined && checked.fault === null && checked.own.fault === null)
    setState({ is: 'done', checked })
  }
  return { state, verify }
}

/** "Verify this chain", and what came of it. */
export function Verify({ record, owner }: { record: AuditRecord; owner: string }) {
  const { state, verify } = useVerifying(record)
  const isBusy = state.is === 'busy'
  return (
    <div className="stack">
      <div>
        <Button onClick={() => verify(owner)} disabled={isBusy}>
          {isBusy ? 'Verifying...' : 'Verify this chain'}
        </Button>
      </div>
      <div role="status" className="stack">
        {isBusy && <p className="small">{many(state.checked.count)} so far.</p>}
        {state.is === 'failed' && (
          <Note tone="bad">
            The chain could not be verified: {state.problem}. Nothing is known about it now.
          </Note>
        )}
        {state.is === 'done' && <Outcome checked={state.checked} />}
      </div>
    </div>
  )
}

const many = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'link' : 'links'}`

function Outcome({ checked: { count, unproven, fault, own, saw } }: { checked: Checked }) {
  const broken = fault ?? own.fault ?? (saw ? null : 'this command is not among them')
  if (broken !== null)
    return (
      <Note tone="bad">
        The chain does not hold. Found by {fault === null ? 'this browser' : 'the server'} after{' '}
        {many(count)}: {broken}. Tell the firm’s other administrators and keep what you see here.
      </Note>
    )
  return (
    <>
      {unproven === 0 ? (
        <Note tone="good">The chain holds: {many(count)}, from the first to the head.</Note>
      ) : (
        <Note tone="bad">
          The chain fits together, but {unproven.toLocaleString('en-US')} of {many(count)} carry no
          code of this server’s secret. What was recorded before a secret was lost has none; so has
          what somebody wrote into the database. Compare the daily root with a copy kept elsewhere.
        </Note>
      )}
      <ul className="small">
        <li>
          The server computed every link again from the rows, the commands, their words and their
          postings as they stand now, and checked the codes that only this server’s secret can make.
        </li>
        {canCompute() ? (
          <li>
            This browser computed {many(own.count)} itself
            {own.saw && ', with the digest of this command from the text above'}. The digests of the
            other commands it took from the server.
          </li>
        ) : (
          <li>This browser computed nothing itself: it only can on https.</li>
        )}
        <li>
          Not checked here: whether the whole chain was written anew. For that, compare the daily
          root with a copy kept elsewhere.
        </li>
      </ul>
      {own.end !== null && <CopyText text={own.end} name="head of the chain" />}
    </>
  )
}
