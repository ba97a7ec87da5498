import { defineCommand, refuse, refuseUnlessOpen, type Decision } from '../../desk/command.ts'
import { numberIfAny, subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { day } from '../../platform/mail/letter.ts'
import { mail } from './mails.ts'
import { checks, latestCheckIn, latestCheckOf, stateOf, type Check } from './table.ts'

/** How long nobody is asked again: the first time, and each time from the second on. */
const pauseMs = (pauses: number) => (pauses === 1 ? dayMs : 7 * dayMs)

/** `answers` as canonical JSON. They are judged by whoever knows the questions, so that later ones decide nothing anew. */
export type AnswerAppropriateness = {
  owner: OwnerId
  /** Of the questions that were read, and of those that are asked now. */
  version: number
  current: number
  answers: string
  outcome: Check['outcome']
}

function refusalOfAnswers(check: Check | undefined, c: AnswerAppropriateness, at: Instant) {
  const state = stateOf(check, at)
  if (state === 'fits') return refuse('already_answered')
  if (state === 'paused')
    return refuse(
      'answers_paused',
      `You can answer these questions again from ${untilText(check!)} on. Nothing was recorded; you can withdraw your money at any time.`,
    )
  return c.version === c.current ? null : refuse('questions_changed')
}

const untilText = ({ pausedUntil }: Check) => day(isoFromInstant(pausedUntil!))

export const answerAppropriateness = defineCommand<AnswerAppropriateness>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      version: numberIfAny(kept, 'version') ?? 0,
      current: numberIfAny(kept, 'version') ?? 0,
      answers: wordsOf(kept, 'answers'),
      outcome: textOf(kept, 'outcome') === 'fits' ? 'fits' : 'pause',
    },
  }),
  journal: ({ version, outcome }) => ({ version, outcome }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [latestCheckOf(c.owner)] }),
  decide(world, c, { id, at }): Decision {
    const before = latestCheckIn(world, c.owner)
    const refusal = refuseUnlessOpen(world.owners.get(c.owner)) ?? refusalOfAnswers(before, c, at)
    if (refusal) return refusal
    const { owner, version, answers, outcome } = c
    const fits = outcome === 'fits'
    const pauses = (before?.pauses ?? 0) + (fits ? 0 : 1)
    const pausedUntil = fits ? null : at + pauseMs(pauses)
    return {
      postings: [],
      activity: [{ owner, kind: fits ? 'answers-fit' : 'answers-pause' }],
      put: [
        checks.row({ id, owner, version, answers, outcome, answeredAt: at, pausedUntil, pauses }),
      ],
      texts: { answers },
      effects:
        pausedUntil === null
          ? []
          : [
              mail({
                owner,
                template: 'answers-pause',
                values: { until: isoFromInstant(pausedUntil) },
              }),
            ],
    }
  },
  reply(world, c, { at }) {
    const check = latestCheckIn(world, c.owner)!
    const { pausedUntil } = check
    return {
      status: 200,
      body: {
        status: 'success',
        message:
          pausedUntil === null
            ? 'Thank you: you can invest'
            : `Based on your answers, plans aren’t suitable for you right now. You can answer again from ${untilText(check)} on`,
        data: {
          appropriateness: {
            state: stateOf(check, at),
            pausedUntil: pausedUntil === null ? null : isoFromInstant(pausedUntil),
          },
        },
      },
    }
  },
})

/** Why somebody can't invest by what they have answered. A pause counts until they have answered anew, whatever they did before. */
export function refusalByAnswers(
  world: World,
  { owner, needed }: { owner: OwnerId; needed: boolean },
  at: Instant,
) {
  const check = latestCheckIn(world, owner)
  const state = stateOf(check, at)
  if (state === 'paused')
    return refuse(
      'answers_paused',
      `Based on your answers, plans aren’t suitable for you right now. Nothing was booked; you can answer again from ${untilText(check!)} on, and withdraw your money at any time.`,
    )
  if (state === 'again')
    return refuse(
      'answers_needed',
      'Please answer the questions before investing again first. Nothing was booked.',
    )
  const isFirst = world.owners.get(owner)?.totals.principal === 0n
  return state === 'none' && needed && isFirst ? refuse('answers_needed') : null
}
