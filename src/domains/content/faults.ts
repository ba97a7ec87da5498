/** What a pack for live still lacks before a firm can open on it (rule 3). */
import type { PolicyPath } from '../../contract/site.ts'
import type { Firm } from './firm.ts'

/** What is missing or wrong, why it is needed, and where it belongs: file, line and field. */
export type PackFault = { what: string; why: string; where: string }

/** As much of a pack as says what it lacks. Of one that can’t be read, what stands in its files, unjudged. */
export type Facts = {
  firm: Pick<Firm, 'legal' | 'complaints' | 'moneyIn' | 'links'> & { verification?: unknown }
  plans: readonly { title: string; source: string | null }[]
  policies: Partial<Record<PolicyPath, unknown>>
  /** Where a field stands or would have to: file, line and field, as complaints name them. */
  whereIs(file: string, field: string): string
}

/** One thing that a pack is asked for. */
type Ask = { what: string; why: string; field: string; file?: string; isMissing: boolean }

function legalAsks({ legal }: Facts['firm']): Ask[] {
  const licence = legal?.licence
  return [
    inFirm(legal?.name, 'The legal name', 'legal.name', 'people must know with whom they deal'),
    inFirm(
      legal?.address?.length ? legal.address : null,
      'The legal address',
      'legal.address',
      'people must know where to write, and whom to sue',
    ),
    inFirm(
      legal?.jurisdiction,
      'The jurisdiction',
      'legal.jurisdiction',
      'it says whose law holds',
    ),
    inFirm(
      legal?.regulator,
      'The regulator',
      'legal.regulator',
      'who watches over the firm is the first thing to check about it',
    ),
    inFirm(
      licence?.number,
      'The licence number',
      'legal.licence.number',
      'without a licence nobody may take investors’ money',
    ),
    inFirm(
      licence?.register,
      'The link to the public register',
      'legal.licence.register',
      'a licence that nobody can look up is only a claim',
    ),
  ]
}

/** A field of firm.yaml. */
function inFirm(value: unknown, what: string, field: string, why: string): Ask {
  return { what, field, why, isMissing: isMissing(value) }
}

const isMissing = (value: unknown) => value === null || value === undefined || value === ''

/** An IBAN, or an account and a routing number. */
function moneyInAsks({ moneyIn }: Facts['firm']): Ask[] {
  const bank = moneyIn?.bank
  if (!bank)
    return [
      inFirm(
        null,
        'A way for money in',
        'moneyIn.bank',
        'without bank instructions nobody can fund an account',
      ),
    ]
  const why = 'a transfer without it goes astray'
  return [
    inFirm(bank.holder, 'The holder of the bank account', 'moneyIn.bank.holder', why),
    inFirm(bank.bank, 'The name of the bank', 'moneyIn.bank.bank', why),
    inFirm(
      bank.iban || (bank.account && bank.routing),
      'An IBAN, or an account and a routing number',
      'moneyIn.bank.iban',
      why,
    ),
    inFirm(
      bank.reference,
      'The reference text of a transfer',
      'moneyIn.bank.reference',
      'without it nobody knows whose money has arrived',
    ),
  ]
}

const neededPolicies: [PolicyPath, string][] = [
  ['PrivacyPolicy', 'people must know what is kept about them'],
  ['TermsOfService', 'people accept it when they sign up'],
  ['UserAgreement', 'people accept it when they sign up'],
]

function planAsks({ plans }: Facts): Ask[] {
  const file = 'plans.yaml'
  return [
    {
      what: 'The plans',
      why: 'there is nothing to invest in',
      field: 'plans',
      file,
      isMissing: plans.length === 0,
    },
    ...plans.map(({ title, source }, place) => ({
      what: `The source of return of ${title || `plan ${place + 1}`}`,
      why: 'a percentage is a promise only where it says what it is earned with',
      field: `plans.${place}.source`,
      file,
      isMissing: isMissing(source),
    })),
  ]
}

function asksOf(facts: Facts): Ask[] {
  const { firm, policies } = facts
  const complaintsWhy = 'who is treated wrongly must be able to say so'
  return [
    ...legalAsks(firm),
    ...planAsks(facts),
    ...moneyInAsks(firm),
    ...neededPolicies.map(([path, why]) => ({
      what: `The policy ${path}`,
      why,
      field: '',
      file: `policies/${path}.md`,
      isMissing: policies[path] === undefined,
    })),
    inFirm(
      firm.verification,
      'The section on verification',
      'verification',
      'a firm that takes real money has to know whom it takes it from',
    ),
    inFirm(
      firm.complaints?.address,
      'The address for complaints',
      'complaints.address',
      complaintsWhy,
    ),
    inFirm(firm.complaints?.text, 'What happens to a complaint', 'complaints.text', complaintsWhy),
    inFirm(
      firm.links?.support,
      'The link to support',
      'links.support',
      'the round button on every page leads there',
    ),
  ]
}

export type PackAsk = PackFault & { isMissing: boolean }

/** Everything that a pack is asked for, in the order in which an operator is asked. Pure: of a pack that was read, whatever it lacks. */
export function packAsks(facts: Facts): PackAsk[] {
  return asksOf(facts).map(({ field, file = 'firm.yaml', ...ask }) => ({
    ...ask,
    where: facts.whereIs(file, field),
  }))
}

/** What of it is missing. */
export function packFaults(facts: Facts): PackFault[] {
  return packAsks(facts)
    .filter((ask) => ask.isMissing)
    .map(({ what, why, where }) => ({
      what: what === 'The plans' ? `${what} are missing` : `${what} is missing`,
      why,
      where,
    }))
}
