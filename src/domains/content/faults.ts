/** What a pack for live still lacks before a firm can open on it (rule 3). */
import type { PolicyPath } from '../../contract/site.ts'
import type { Firm } from './firm.ts'

/** What is missing or wrong, why it is needed, and where it belongs: file, line and field. */
export type PackFault = { what: string; why: string; where: string }

/** As much of a pack as says what it lacks. Of one that can’t be read, what stands in its files, unjudged. */
export type Facts = {
  firm: Pick<Firm, 'legal' | 'complaints' | 'moneyIn' | 'links'>
  plans: readonly { title: string; source: string | null }[]
  policies: Partial<Record<PolicyPath, unknown>>
  /** Where a field stands or would have to: file, line and field, as complaints name them. */
  whereIs(file: string, field: string): string
}

type Lack = { what: string; why: string; field: string; file?: string }

const inFirm = (what: string, field: string, why: string): Lack => ({ what, field, why })

function legalLacks({ legal }: Facts['firm']): Lack[] {
  const licence = legal?.licence
  return [
    ...lacking(legal?.name, 'The legal name', 'legal.name', 'people must know with whom they deal'),
    ...lacking(
      legal?.address?.length ? legal.address : null,
      'The legal address',
      'legal.address',
      'people must know where to write, and whom to sue',
    ),
    ...lacking(
      legal?.jurisdiction,
      'The jurisdiction',
      'legal.jurisdiction',
      'it says whose law holds',
    ),
    ...lacking(
      legal?.regulator,
      'The regulator',
      'legal.regulator',
      'who watches over the firm is the first thing to check about it',
    ),
    ...lacking(
      licence?.number,
      'The licence number',
      'legal.licence.number',
      'without a licence nobody may take investors’ money',
    ),
    ...lacking(
      licence?.register,
      'The link to the public register',
      'legal.licence.register',
      'a licence that nobody can look up is only a claim',
    ),
  ]
}

/** A field that is missing, as a list of one or none. */
function lacking(value: unknown, what: string, field: string, why: string): Lack[] {
  return isMissing(value) ? [inFirm(what, field, why)] : []
}

const isMissing = (value: unknown) => value === null || value === undefined || value === ''

/** An IBAN, or an account and a routing number. */
function moneyInLacks({ moneyIn }: Facts['firm']): Lack[] {
  const bank = moneyIn?.bank
  if (!bank)
    return [
      inFirm(
        'A way for money in',
        'moneyIn.bank',
        'without bank instructions nobody can fund an account',
      ),
    ]
  const why = 'a transfer without it goes astray'
  return [
    ...lacking(bank.holder, 'The holder of the bank account', 'moneyIn.bank.holder', why),
    ...lacking(bank.bank, 'The name of the bank', 'moneyIn.bank.bank', why),
    ...(!bank.iban && !(bank.account && bank.routing)
      ? [inFirm('An IBAN, or an account and a routing number', 'moneyIn.bank.iban', why)]
      : []),
    ...lacking(
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

function planLacks({ plans }: Facts): Lack[] {
  const file = 'plans.yaml'
  if (plans.length === 0)
    return [{ what: 'The plans', why: 'there is nothing to invest in', field: 'plans', file }]
  return plans.flatMap(({ title, source }, place) =>
    isMissing(source)
      ? [
          {
            what: `The source of return of ${title || `plan ${place + 1}`}`,
            why: 'a percentage is a promise only where it says what it is earned with',
            field: `plans.${place}.source`,
            file,
          },
        ]
      : [],
  )
}

function lacksOf(facts: Facts): Lack[] {
  const { firm, policies } = facts
  const complaintsWhy = 'who is treated wrongly must be able to say so'
  return [
    ...legalLacks(firm),
    ...planLacks(facts),
    ...moneyInLacks(firm),
    ...neededPolicies
      .filter(([path]) => policies[path] === undefined)
      .map(([path, why]) => ({
        what: `The policy ${path}`,
        why,
        field: '',
        file: `policies/${path}.md`,
      })),
    ...lacking(
      firm.complaints?.address,
      'The address for complaints',
      'complaints.address',
      complaintsWhy,
    ),
    ...lacking(
      firm.complaints?.text,
      'What happens to a complaint',
      'complaints.text',
      complaintsWhy,
    ),
    ...lacking(
      firm.links?.support,
      'The link to support',
      'links.support',
      'the round button on every page leads there',
    ),
  ]
}

/** In the order in which an operator is asked. Pure: of a pack that was read, whatever it lacks. */
export function packFaults(facts: Facts): PackFault[] {
  return lacksOf(facts).map(({ what, why, field, file = 'firm.yaml' }) => ({
    what: what === 'The plans' ? `${what} are missing` : `${what} is missing`,
    why,
    where: facts.whereIs(file, field),
  }))
}
