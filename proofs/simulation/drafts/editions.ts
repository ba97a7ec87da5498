/** Policies: in some towns they change, and mostly whoever lacks one accepts it, with the text that was shown. */
import { lackingOf, type PlayedOfEditions } from '../model-editions.ts'
import { dayMs, nobody, pick, somebody, type Drafts, type Scene } from '../scene.ts'

const policies = [
  ['TermsOfService', 'Terms of Service'],
  ['PrivacyPolicy', 'Privacy Policy'],
  ['Complaints', 'Complaints'],
] as const
const noticeDays = 3

/** Elsewhere nothing counts, so that all people invest. */
const changesPolicies = ({ people }: Scene) => people % 5 === 0

/** The day on which a change begins, mostly late enough, and now and then the day of another. */
function dayOf({ model, nth, twist }: Scene, policy: string) {
  const isFirst = !model.editions.some((one) => one.policy === policy && one.status === 'published')
  if (isFirst !== (twist % 16 === 3)) return { day: null, countsFrom: null }
  const from = Math.floor(model.now / dayMs) + (nth % 8 === 5 ? 2 : noticeDays + 1 + (nth % 5))
  return { day: new Date(from * dayMs).toISOString().slice(0, 10), countsFrom: from * dayMs }
}

const editionOf = ({ model, nth, twist }: Scene) =>
  twist % 32 === 9 ? undefined : pick(model.editions, nth)

export const editions: Drafts<PlayedOfEditions> = {
  weights: {
    ProposeEdition: 3,
    ProposeEditionWithdrawal: 2,
    TellOfEdition: 3,
    AcceptEdition: 12,
  },
  makers: {
    ProposeEdition(scene) {
      const { nth, twist, actor } = scene
      const [policy, title] = policies[nth % 3]!
      const text = twist % 6
      return {
        command: {
          ...{ policy, title, content: `Text ${text}`, digest: String(text).padStart(64, '0') },
          ...{ ...dayOf(scene, policy), noticeDays, changed: `What ${text} says` },
          fault: changesPolicies(scene) && nth % 16 > 0 ? null : 'It asks for a payment.',
        },
        actor,
      }
    },
    ProposeEditionWithdrawal(scene) {
      return { command: { edition: editionOf(scene)?.id ?? nobody }, actor: scene.actor }
    },
    TellOfEdition(scene) {
      const { user: owner, nth, twist } = scene
      const one = editionOf(scene)
      const isWithdrawn = (one?.status === 'withdrawn') !== (nth % 16 === 7)
      return {
        command: { owner, edition: one?.id ?? nobody, isWithdrawn },
        actor: twist % 64 === 5 ? owner : null,
      }
    },
    AcceptEdition(scene) {
      const { model, on, nth, twist } = scene
      const lacks = (id: string) => lackingOf(model, id, model.now).length > 0
      const lacking = model.people.filter(({ id, status }) => status !== 'closed' && lacks(id))
      const { id: owner } = (nth % 8 > 0 ? pick(lacking, on) : undefined) ?? somebody(model, on)
      const needed = nth % 8 === 1 ? undefined : lackingOf(model, owner, model.now)[0]
      const one = needed ?? editionOf(scene)
      const digest = twist % 32 === 11 ? '' : (one?.digest ?? '')
      return {
        command: { owner, edition: one?.id ?? nobody, digest },
        actor: twist % 64 === 6 ? scene.actor : owner,
      }
    },
  },
}
