/** What waits for a second person: agreed to, mostly as it was shown, refused or withdrawn. */
import type { Answer } from '../../../src/domains/proposals/kind.ts'
import type { Proposal } from '../../../src/domains/proposals/table.ts'
import { termsOf } from '../../../src/domains/receipts/terms.ts'
import { dayMs, nobody, pickReady, type Makers, type Scene } from '../scene.ts'
import { boundsOf } from '../bounds.ts'
import { movedBy } from './exchanges.ts'
import { foundOfCoins } from './first-coins.ts'
import { askedOf } from './months.ts'
import { hasOpened } from './loans.ts'
import { found } from './openings.ts'
import { isTown } from './staff.ts'
import { isRare } from './verification.ts'

const chosen = (scene: Scene): string => {
  const { model, nth, twist } = scene
  if (twist % 32 === 7) return nobody
  const open = pickReady(model.waiting, nth, ({ status }) => status === 'open')
  // Histories need people: users stay users where there are few.
  const isWanted =
    (open?.kind !== 'role-change' || isTown(scene) || open.facts.includes('"role":"user"')) &&
    (open?.kind !== 'final-refusal' || isRare(scene))
  return open && isWanted ? open.id : nobody
}

/** An email waits no time here, so that it can be finished: the database would refuse it before. */
const waiting = { waitMs: '0', earlierForMs: String(dayMs) }
const atOnce = { waitMs: null, earlierForMs: null }

const answerTo = (scene: Scene, { kind, facts, owner }: Partial<Proposal>): Answer => {
  if (kind === 'bank-entry')
    return termsOf(scene.nth % 32 === 9, owner === scene.model.firmsId ? null : boundsOf(owner!))
  if (kind === 'opening') return found(scene)
  if (kind === 'first-coins') return foundOfCoins(scene)
  if (kind === 'month-closing') return askedOf(scene, JSON.parse(facts!).month)
  if (kind === 'correction') return /"edits":"[^"]*mail/i.test(facts!) ? waiting : atOnce
  if (kind === 'coin-entry') return { moved: moved(scene.nth, JSON.parse(facts!)) }
  return kind === 'role-change' ? { roleNeedsFactor: scene.nth % 9 === 0 } : null
}

/** Mostly what was recorded, in no block yet, or something else. */
function moved(nth: number, { kind, quantity }: { kind: string; quantity: string | null }) {
  if (quantity === null || nth % 16 === 6) return null
  return nth % 16 === 7 ? '12345' : String(movedBy(kind, BigInt(quantity)))
}

/** Of a loan, mostly another who has opened the proof of income. */
function agreeing(scene: Scene, proposal: Partial<Proposal>): string {
  const { application } = proposal.kind === 'loan' ? JSON.parse(proposal.facts!) : {}
  const asked = scene.model.loanApplications.find(({ id }) => id === application)
  return asked && scene.twist % 8 > 0 ? hasOpened(scene, asked, proposal.proposedBy!) : scene.actor
}

const ending = (scene: Scene) => ({
  command: { proposal: chosen(scene), reason: `Reason ${scene.nth}` },
  actor: scene.actor,
})

export const proposals: Makers<'AgreeToProposal' | 'RefuseProposal' | 'WithdrawProposal'> = {
  AgreeToProposal(scene) {
    const proposal = chosen(scene)
    const shown = scene.twist % 8 === 2 ? '{}' : scene.model.shownOf(proposal)
    const asked = scene.model.waiting.find(({ id }) => id === proposal) ?? {}
    const answer = answerTo(scene, asked)
    return { command: { proposal, shown, answer }, actor: agreeing(scene, asked) }
  },
  RefuseProposal: ending,
  WithdrawProposal: ending,
}
