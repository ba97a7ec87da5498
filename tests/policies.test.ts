/** The policies of the demonstration, and the page that its outside links lead to: what they must say, and where they lead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  policyPaths,
  type Block,
  type Inline,
  type PolicyPath,
  type TextPage,
} from '../src/contract/site.ts'
import { fillPage } from '../src/domains/content/computed-parts.ts'
import { readPack } from '../src/domains/content/pack.ts'
import { readTextPage } from '../src/domains/content/prose.ts'
import { computedOf } from '../src/domains/kept-data/computed.ts'
import { referralPercent } from '../src/domains/corrections/credit.ts'
import { demoPolicy } from '../src/platform/policy.ts'
import { root } from './support/source.ts'

const pack = join(root, 'content/demo')
const { firm } = readPack(pack, 'demo')
const computed = computedOf({ policy: demoPolicy, firm, secure: false })
/** As people read them. */
const policies = Object.fromEntries(
  policyPaths.map((path) => [path, fillPage(readTextPage(pack, `policies/${path}.md`), computed)]),
) as Record<PolicyPath, TextPage>
const demonstration = readTextPage(pack, 'demonstration.md')

function inlines(block: Block): Inline[] {
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : block.text
}

function words(text: readonly Inline[]): string {
  return text
    .map((part) =>
      typeof part === 'string'
        ? part
        : words('strong' in part ? part.strong : 'emphasis' in part ? part.emphasis : part.text),
    )
    .join('')
}

function targets(text: readonly Inline[]): string[] {
  return text.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'href' in part ? [part.href] : targets('strong' in part ? part.strong : part.emphasis)
  })
}

/** Everything that a page says, a block a line, the cells of a row with bars between. */
function said({ title, description, blocks }: TextPage): string {
  const lines = blocks.map((block) =>
    block.kind === 'table'
      ? block.rows.map((row) => row.map(words).join(' | ')).join('\n')
      : words(inlines(block)),
  )
  return [title, description, ...lines].join('\n')
}

function idsOf({ blocks }: TextPage): string[] {
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
}

describe('the policies', () => {
  const facts: Record<PolicyPath, (string | RegExp)[]> = {
    PrivacyPolicy: [
      'session | A random text',
      'known-browser | Random numbers',
      'userInfo | Your name, email address',
      'no tracking',
      'date of birth',
      'Until your account is deleted',
      'history of the money stays',
    ],
    TermsOfService: [
      'What you invest can be lost',
      'Amount | $5,000 to $50,000',
      'Interest | 5% annually',
      'Repayment | 12 to 36 months',
      'Approval | 2-3 business days',
      'Late payment | $50 per missed payment',
      'Early repayment | No fee',
      'Security deposit | 15% of the amount',
      'Proof of income, government ID, proof of address',
      `${referralPercent}% of the friend’s funding`,
      '1-3 business days',
      'typically starts at $50',
      'No fee, tax or deposit is asked for to release a withdrawal',
      'TRC20',
    ],
    Insurance: [
      'In this demonstration nothing is insured',
      '$10,000 USD per user per incident',
      /within 24 hours/i,
    ],
    Finsurance: [
      'In this demonstration nothing is insured',
      '$10,000 USD per user per incident',
      /by email, within 48 hours/,
    ],
    UserAgreement: [
      'at least 18 years old',
      `at least ${demoPolicy.passwordLength.min} characters`,
      'what you invest can be lost',
      `referral bonus of ${referralPercent}%`,
    ],
  }
  test.each(policyPaths)('%s holds its facts', (path) => {
    const text = said(policies[path])
    for (const fact of facts[path])
      expect(text).toMatch(
        typeof fact === 'string' ? new RegExp(fact.replace(/[$().|]/g, '\\$&')) : fact,
      )
  })
  test.each(policyPaths)(
    '%s has the date of the specification, and begins by saying that the firm is made up',
    (path) => {
      expect(policies[path].updated).toBe('May 30, 2025')
      expect(said({ ...policies[path], blocks: policies[path].blocks.slice(0, 1) })).toMatch(
        /made-up firm|nothing is insured/,
      )
      expect(said(policies[path])).toMatch(/made-up firm/)
    },
  )
  test('say how long a session of the demonstration lives', () => {
    const day = 86_400_000
    expect(demoPolicy.session.user).toEqual({ idleMs: day, absoluteMs: 30 * day })
    expect(said(policies.PrivacyPolicy)).toContain(
      'ends after 24 hours without use, and after 30 days in any case',
    )
  })
  test('have titles that tell them apart', () => {
    expect(policyPaths.map((path) => policies[path].title)).toEqual([
      'Privacy Policy',
      'Terms of Service',
      'Insurance',
      'Finsurance',
      'User Agreement',
    ])
  })
})

describe('the page that outside links lead to', () => {
  test('has a part for each link of the pack', () => {
    const asked = [
      ...readFileSync(join(pack, 'firm.yaml'), 'utf8').matchAll(/\/demonstration#([a-z-]+)/g),
    ].map(([, id]) => id)
    expect(asked.length).toBeGreaterThan(4)
    expect(idsOf(demonstration)).toEqual(expect.arrayContaining([...asked, 'wallets']))
  })
  test('has no date, since it is no policy', () => expect(demonstration.updated).toBeNull())
})

describe('links', () => {
  /** Pages of the site that the texts may name, with the ids that a link may lead to. */
  const places: Record<string, string[]> = {
    '/': ['about', 'plan', 'reviews', 'faqs'],
    '/login': [],
    '/signup': [],
    '/dashboard': [],
    '/dashboard/data': [],
    '/dashboard/fundaccount': [],
    '/WhitepaperPage': [],
    '/outbox': [],
    '/demonstration': idsOf(demonstration),
    ...Object.fromEntries(policyPaths.map((path) => [`/${path}`, idsOf(policies[path])])),
  }
  test('lead to pages and headings that exist', () => {
    const wrong = [...Object.values(policies), demonstration].flatMap(({ title, blocks }) =>
      blocks
        .flatMap((block) => targets(inlines(block)))
        .filter((href) => {
          const [path = '', id] = href.split('#')
          return (
            path !== '' &&
            (places[path] === undefined || (id !== undefined && !places[path].includes(id)))
          )
        })
        .map((href) => `${title}: ${href}`),
    )
    expect(wrong).toEqual([])
  })
})
