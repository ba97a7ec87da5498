/** The opening of the firm: proposed by one administrator. */
import type { Makers, Scene } from '../scene.ts'

/** What the gate finds. */
export const found = ({ nth, twist }: Scene) => ({
  missing: nth % 7 === 0 ? ['A licence'] : [],
  isDemonstration: twist % 32 === 5,
})

export const openings: Makers<'ProposeOpening'> = {
  ProposeOpening: (scene) => ({ command: { found: found(scene) }, actor: scene.actor }),
}
