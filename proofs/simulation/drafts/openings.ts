/** The opening of the firm: proposed by one administrator, decided by another. */
import { nobody } from '../cast.ts'
import { pickReady, type Makers, type Scene } from '../scene.ts'

type OfOpenings = 'ProposeOpening' | 'ApproveOpening' | 'RefuseOpening'

const found = ({ nth, twist }: Scene) => ({
  missing: nth % 7 === 0 ? ['A licence'] : [],
  isDemonstration: twist % 32 === 5,
})

const chosen = ({ model, nth }: Scene) =>
  pickReady(model.openings, nth, ({ status }) => status === 'proposed')?.id ?? nobody

export const openings: Makers<OfOpenings> = {
  ProposeOpening: (scene) => ({ command: found(scene), actor: scene.actor }),
  ApproveOpening: (scene) => ({
    command: { opening: chosen(scene), ...found(scene) },
    actor: scene.actor,
  }),
  RefuseOpening: (scene) => ({
    command: { opening: chosen(scene), reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
}
