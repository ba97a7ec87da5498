import { defineCommand } from '../../desk/command.ts'
import { centsOf, fitted, numberIfAny, subjectOf, textOf } from '../../desk/recall.ts'
import { seenCleared } from '../import-records/business.ts'
import { mail, mailValues } from './mails.ts'
import { needsOfOpening, openingOf, seenOnSale, type OpenInvestment } from './opening.ts'
import { presentInvestment, presentUser } from './present.ts'
import { investments, runningOf } from './table.ts'

export const openInvestment = defineCommand<OpenInvestment>({
  recall(kept, world) {
    const command = {
      owner: subjectOf(kept),
      planId: textOf(kept, 'planId'),
      amount: centsOf(kept, 'amount'),
      acceptedRiskVersion: numberIfAny(kept, 'acceptedRiskVersion'),
      acceptedTermsVersion: numberIfAny(kept, 'acceptedTermsVersion'),
      limits: fitted,
      coolingOffMs: numberIfAny(kept, 'coolingOffMs') ?? 0,
      needsAnswers: kept.input.needsAnswers === true,
    } as const
    const onSale = seenOnSale(world, command.planId, command.acceptedTermsVersion ?? 0)
    return { command, seen: [...onSale, ...seenCleared(world)] }
  },
  journal: (c) => ({
    planId: c.planId,
    amount: String(c.amount),
    acceptedRiskVersion: c.acceptedRiskVersion,
    acceptedTermsVersion: c.acceptedTermsVersion,
    ...(c.coolingOffMs ? { coolingOffMs: c.coolingOffMs } : {}),
    ...(c.needsAnswers ? { needsAnswers: true } : {}),
  }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [...needsOfOpening(c), runningOf(c.owner)] }),
  decide(world, c, context) {
    const opening = openingOf(world, c, context)
    if ('code' in opening) return opening
    const { investment, postings } = opening
    return {
      postings,
      activity: [{ owner: c.owner, kind: 'investment-opened' }],
      put: [investments.row(investment)],
      facts: { plan: investment.planTitle, profit: String(investment.profit) },
      effects: [
        mail({ owner: c.owner, template: 'investment-opened', values: mailValues(investment) }),
      ],
    }
  },
  reply: (world, c, { id, at }) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Investment opened',
      data: {
        investment: presentInvestment(world.get(investments, id)!, at),
        user: presentUser(world, c.owner, at),
      },
    },
  }),
})
