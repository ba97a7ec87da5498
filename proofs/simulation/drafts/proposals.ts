/** What waits for a second administrator: agreed to, mostly as it was shown, refused or withdrawn. */
import { nobody } from '../cast.ts'
import { pickReady, type Makers, type Scene } from '../scene.ts'
import { found } from './openings.ts'

const chosen = ({ model, nth, twist }: Scene): string => {
  if (twist % 32 === 7) return nobody
  const open = pickReady(model.waiting, nth, ({ status }) => status === 'open')
  return open?.id ?? nobody
}

const ending = (scene: Scene) => ({
  command: { proposal: chosen(scene), reason: `Reason ${scene.nth}` },
  actor: scene.actor,
})

export const proposals: Makers<'AgreeToProposal' | 'RefuseProposal' | 'WithdrawProposal'> = {
  AgreeToProposal(scene) {
    const proposal = chosen(scene)
    const shown = scene.twist % 8 === 2 ? '{}' : scene.model.shownOf(proposal)
    const kind = scene.model.waiting.find(({ id }) => id === proposal)?.kind
    const answer = kind === 'opening' ? found(scene) : null
    return { command: { proposal, shown, answer }, actor: scene.actor }
  },
  RefuseProposal: ending,
  WithdrawProposal: ending,
}
