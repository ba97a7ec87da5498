/** What is asked before an import is proposed, and one that waits for somebody else, with its very file. */
import type { ImportCheck } from '../../../contract/imports.ts'
import { importFilePath, useProposeImportMutation } from '../../api/imports.ts'
import { useProposalsQuery } from '../../api/proposals.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { many } from './words.ts'

type ProposeImportProps = { found: ImportCheck; file: string; onClose(): void; onDone(): void }

export function ProposeImport({ found, file, onClose, onDone }: ProposeImportProps) {
  const [trigger] = useProposeImportMutation()
  const otherwise = 'Nothing was proposed. Please try again.'
  const { give, busy, problem } = useCommand({ trigger, otherwise, onDone })
  const { people, sum, digest } = found
  return (
    <Question
      title={`Import ${many(people, 'person', 'people')} with ${usd(sum)}?`}
      open
      onClose={onClose}
      confirm="Propose"
      busyText="Proposing..."
      busy={busy}
      onConfirm={() => void give({ file, digest })}
    >
      <p>
        Somebody else must agree. Then each person gets an account with their balance, and a link by
        email to choose a password. Nobody arrives verified, or with terms accepted.
      </p>
      <p>
        New investments, approvals and lowering corrections wait from then on, until the money has
        arrived and the bank’s statement shows it.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

/** Nothing where none waits. */
export function ProposedImport() {
  const { may } = useStaff()
  const { data } = useProposalsQuery()
  const proposal = data?.data.proposals.find(({ kind }) => kind === 'import')
  if (!proposal) return null
  const { people, amount, digest, file } = proposal.facts
  return (
    <Sheet title="Proposed import">
      <div className="stack">
        <p>
          {many(Number(people), 'person', 'people')} with {usd(Number(amount))} together, proposed
          by <bdi>{proposal.proposedBy.fullName}</bdi>.
        </p>
        <p className="caption" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 of the file: {digest}
        </p>
        {may('import-people') && (
          <div className="row">
            <LinkButton
              href={importFilePath(String(file))}
              variant="default"
              size="compact-sm"
              download
              onClick={sayDownload}
            >
              Download file
            </LinkButton>
          </div>
        )}
        <WaitingNote about="an import" are={({ kind }) => kind === 'import'} />
      </div>
    </Sheet>
  )
}
