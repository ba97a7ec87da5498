import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EvidencePack } from '../../../contract/evidence.ts'
import type { Proposal } from '../../../contract/proposal.ts'
import { useDownloadEvidenceMutation, usePacksInfiniteQuery } from '../../api/evidence.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { DownloadMade } from '../../account/download-made.tsx'
import { sizeIn } from '../../account/documents/words.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note, Waiting } from '../../ui/states.tsx'
import { ByWhom } from '../proposed.tsx'
import { useStaff } from '../staff.ts'
import { AgreeTo, EndProposal } from '../waiting/decide.tsx'
import { mayAgree } from '../waiting/list.tsx'
import list from '../list/list.module.css'
import styles from './evidence.module.css'
import { When } from '../when.tsx'

/** While one is made, the page asks how far it has come. */
const everyMs = 1_500

type AskedPack = { proposal: Proposal; what: 'agree' | 'end' }

/** Newest first. */
export function Packs() {
  const [isMaking, setMaking] = useState(false)
  const [asked, ask] = useState<AskedPack | null>(null)
  const { data, ...answer } = usePacksInfiniteQuery(undefined, {
    pollingInterval: isMaking ? everyMs : 0,
    skipPollingIfUnfocused: true,
  })
  const packs = data?.pages.flatMap((page) => page.data.packs)
  const makes = packs?.some(({ state }) => state === 'making') ?? false
  if (makes !== isMaking) setMaking(makes)
  const problem = answer.error && <LoadFailed what="the packs" {...answer} />
  return (
    <Sheet title="Packs">
      {!packs ? (
        (problem ?? <Waiting rows={2} />)
      ) : packs.length === 0 ? (
        <Empty>No pack was asked for yet. Ask for one, and it appears here.</Empty>
      ) : (
        <>
          <ul className={list.entries} aria-label="Packs of evidence">
            {packs.map((pack) => (
              <Pack key={pack.id} pack={pack} onAsk={ask} />
            ))}
          </ul>
          {answer.isFetchNextPageError ? problem : <LoadMore {...answer} />}
        </>
      )}
      {asked && (
        <DecidePack
          key={`${asked.proposal.id} ${asked.what}`}
          {...asked}
          isGone={
            !packs?.some(({ id, state }) => id === asked.proposal.id && state === 'requested')
          }
          onClose={() => ask(null)}
        />
      )}
    </Sheet>
  )
}

type Deciding = AskedPack & { isGone: boolean; onClose(): void }

function DecidePack({ what, ...props }: Deciding) {
  const isOwn = props.proposal.proposedBy.id === useStaff().id
  return what === 'agree' ? <AgreeTo {...props} /> : <EndProposal {...props} isOwn={isOwn} />
}

const states: { [state in EvidencePack['state']]: [BadgeState, string] } = {
  requested: ['pending', 'Waits for two'],
  refused: ['rejected', 'Refused'],
  making: ['pending', 'Being made'],
  ready: ['approved', 'Ready'],
  failed: ['rejected', 'Failed'],
  ended: ['other', 'Deleted'],
}

const periodOf = ({ from, to }: EvidencePack) => (from === to ? from : `${from} to ${to}`)

const Moment = ({ at }: { at: string }) => <When at={at} />

type PackProps = { pack: EvidencePack; onAsk(asked: AskedPack): void }

function Pack({ pack, onAsk }: PackProps) {
  const { withPersons, requestedAt, requestedBy, proposal, state } = pack
  const refusal = proposal?.refusal
  return (
    <li>
      <div className={list.entryTitle}>
        <h3>{periodOf(pack)}</h3>
        <Badge state={states[state][0]}>{states[state][1]}</Badge>
      </div>
      <p className="small">
        {withPersons ? 'With names and words of people. ' : 'Without names and words of people. '}
        Asked for by <bdi>{requestedBy.fullName}</bdi>, <Moment at={requestedAt} />
      </p>
      {proposal?.agreements.map(({ by, at }) => (
        <p className="small" key={by.id}>
          Agreed to by <ByWhom by={by.fullName} at={at} />
        </p>
      ))}
      {refusal && (
        <p className="small">
          {proposal.status === 'withdrawn' ? 'Withdrawn' : 'Refused'} by{' '}
          <ByWhom by={refusal.by.fullName} at={refusal.at} reason={refusal.reason} />
        </p>
      )}
      {state === 'requested' && proposal && (
        <Undecided of={periodOf(pack)} proposal={proposal} onAsk={onAsk} />
      )}
      {state === 'making' && <Making pack={pack} />}
      {state === 'ready' && <Ready pack={pack} />}
      {state === 'failed' && (
        <Note tone="bad">It could not be made. {pack.fault} Nothing else was changed.</Note>
      )}
      {state === 'ended' && (
        <p className="caption">Its week is over, and its file is deleted. Ask for it again.</p>
      )}
    </li>
  )
}

type UndecidedProps = { of: string; proposal: Proposal; onAsk(asked: AskedPack): void }

function Undecided({ of, proposal, onAsk }: UndecidedProps) {
  const staff = useStaff()
  if (!staff.may('run-the-house'))
    return <p className="caption">Two administrators who did not ask for it must agree</p>
  const isReady = mayAgree(proposal, staff)
  const ending = proposal.proposedBy.id === staff.id ? 'Withdraw' : 'Refuse'
  return (
    <>
      {!isReady && <p className="caption">Others must agree</p>}
      <div className="row">
        {isReady && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Agree to the pack of ${of}`}
            onClick={() => onAsk({ proposal, what: 'agree' })}
          >
            Agree
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          data-danger
          aria-label={`${ending} the pack of ${of}`}
          onClick={() => onAsk({ proposal, what: 'end' })}
        >
          {ending}
        </Button>
      </div>
    </>
  )
}

function Making({ pack }: { pack: EvidencePack }) {
  return (
    <progress
      className={styles.bar}
      max={100}
      value={pack.percent}
      aria-label={`How much is made of the pack of ${periodOf(pack)}`}
    >
      {pack.percent}%
    </progress>
  )
}

function Ready({ pack }: { pack: EvidencePack }) {
  const { id, size, goodUntil, manifest } = pack
  const [open] = useDownloadEvidenceMutation()
  return (
    <>
      <p className="small">
        {size !== null && `${sizeIn(size)}. `}
        {goodUntil !== null && (
          <>
            Kept until <Moment at={goodUntil} />
          </>
        )}
      </p>
      {manifest !== null && (
        <div>
          <p className="caption">SHA-256 of its manifest.json, to hand over by another way</p>
          <CopyText text={manifest} name="the hash of the manifest">
            <code>{manifest}</code>
          </CopyText>
        </div>
      )}
      <DownloadMade
        id={id}
        open={open}
        label={`Download the pack of ${periodOf(pack)}`}
        failed="The pack could not be opened. Please try again."
      />
    </>
  )
}
