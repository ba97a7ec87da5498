import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EvidencePack } from '../../../contract/evidence.ts'
import { useDownloadEvidenceMutation, usePacksInfiniteQuery } from '../../api/evidence.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { DownloadMade } from '../../account/download-made.tsx'
import { sizeIn } from '../../account/documents/words.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note, Waiting } from '../../ui/states.tsx'
import { DecidePack, mayAgree, type AskedPack } from './decide.tsx'
import { useStaff } from '../staff.ts'
import styles from './evidence.module.css'

/** While one is made, the page asks how far it has come. */
const everyMs = 1_500

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
          <ul className={styles.packs} aria-label="Packs of evidence">
            {packs.map((pack) => (
              <Pack key={pack.id} pack={pack} onAsk={(what) => ask({ pack, what })} />
            ))}
          </ul>
          {answer.isFetchNextPageError ? problem : <LoadMore {...answer} />}
        </>
      )}
      {asked && (
        <DecidePack key={`${asked.pack.id} ${asked.what}`} {...asked} onClose={() => ask(null)} />
      )}
    </Sheet>
  )
}

const states: { [state in EvidencePack['state']]: [BadgeState, string] } = {
  asked: ['pending', 'Waits for two'],
  refused: ['rejected', 'Refused'],
  making: ['pending', 'Being made'],
  ready: ['approved', 'Ready'],
  failed: ['rejected', 'Failed'],
  ended: ['other', 'Deleted'],
}

const periodOf = ({ from, to }: EvidencePack) => (from === to ? from : `${from} to ${to}`)

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{showDateTime(at)}</time>

type PackProps = { pack: EvidencePack; onAsk(what: AskedPack['what']): void }

function Pack({ pack, onAsk }: PackProps) {
  const { withPersons, askedAt, askedBy, agreements, refusal, state } = pack
  return (
    <li>
      <div className={styles.title}>
        <h3>{periodOf(pack)}</h3>
        <Badge state={states[state][0]}>{states[state][1]}</Badge>
      </div>
      <p className="small">
        {withPersons ? 'With names and words of people. ' : 'Without names and words of people. '}
        Asked for by <bdi>{askedBy.fullName}</bdi>, <Moment at={askedAt} />
      </p>
      {agreements.map(({ by, at }) => (
        <p className="small" key={by.id}>
          Agreed to by <bdi>{by.fullName}</bdi>, <Moment at={at} />
        </p>
      ))}
      {refusal && (
        <p className="small">
          Refused by <bdi>{refusal.by.fullName}</bdi>, <Moment at={refusal.at} />
          {refusal.reason && `: “${refusal.reason}”`}
        </p>
      )}
      {state === 'asked' && <Undecided pack={pack} onAsk={onAsk} />}
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

function Undecided({ pack, onAsk }: PackProps) {
  const staff = useStaff()
  if (!staff.mayChange)
    return <p className="caption">Two administrators who did not ask for it must agree</p>
  return (
    <>
      {!mayAgree(pack, staff.id) && <p className="caption">Other administrators must agree</p>}
      <div className="row">
        {mayAgree(pack, staff.id) && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Agree to the pack of ${periodOf(pack)}`}
            onClick={() => onAsk('approve')}
          >
            Agree
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          data-danger
          aria-label={`Refuse the pack of ${periodOf(pack)}`}
          onClick={() => onAsk('refuse')}
        >
          Refuse
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
