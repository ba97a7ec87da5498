/** A whole pack for live, as an operator would write one: every fact that the gate asks for, and texts of an honest firm. */
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { newFolder } from './folder.ts'
import { honestFirms, legalSentences, type HonestFirm } from './honest-firms.ts'
import { root } from './source.ts'

/** Files of a pack by their names; YAML as values. */
export type PackFiles = Record<string, unknown>

const lamp = (alt: string) => ({ file: 'pictures/lamp.svg', alt })

const policies = ['PrivacyPolicy', 'TermsOfService', 'UserAgreement'] as const

function policyOf(path: string, firm: HonestFirm, seed: number): string {
  const sentences = legalSentences.filter((_, place) => (place * 7 + seed) % 3 !== 0)
  return [
    '---',
    `title: ${path.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')}`,
    `description: What holds between ${firm.name} and those who have an account with it, in a page and a half.`,
    'updated: March 2, 2026',
    '---',
    '',
    `This page is of ${firm.name}. ${sentences[seed % sentences.length]}`,
    '',
    '## What holds',
    '',
    ...sentences.flatMap((sentence) => [sentence, '']),
  ].join('\n')
}

function landingOf(firm: HonestFirm): unknown {
  return {
    title: `${firm.name}, invest with open eyes`,
    description: `${firm.name} offers one plan, says what its return is earned with, and shows every booking to whom it concerns.`,
    hero: {
      title: 'Invest with open eyes',
      text: firm.hero,
      scenes: [{ name: 'Lamp', picture: lamp('A lamp above three waves') }],
    },
    about: { title: 'About us', paragraphs: [firm.about], picture: lamp('The lamp at low tide') },
    start: {
      title: 'In 3 Simple Steps',
      steps: [
        { title: 'Sign Up', text: 'Create a free account in a few minutes.' },
        { title: 'Fund Your Account', text: 'Deposit funds securely to start trading.' },
        { title: 'Start Trading And Withdraw', text: 'Make trades, then withdraw.' },
      ],
    },
    plans: {
      title: 'What we offer',
      text: 'A fixed percentage for a fixed time. The profit is set aside when you invest.',
      caption: 'What you invest can be lost.',
    },
    calculator: { title: 'Try an amount', text: 'It shows what would be paid.', example: 500 },
    safety: { title: 'Where the money is', text: firm.safety },
    features: [{ title: 'A page for each booking', text: firm.safety.split('. ')[0] }],
    faq: {
      title: 'FAQs',
      text: 'Ask us anything that isn’t answered here.',
      items: [{ question: firm.question, answer: firm.answer }],
    },
  }
}

/** The files of the pack of a firm; `seed` varies its policies. */
export function honestPack(seed = 0): PackFiles {
  const firm = honestFirms[seed % honestFirms.length]!
  const host = `${firm.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.test`
  return {
    'firm.yaml': {
      sample: false,
      name: firm.name,
      says: `${firm.name} is supervised, audited, and answers the telephone.`,
      copyright: `© 2026 ${firm.name}`,
      legal: {
        name: `${firm.name} Ltd`,
        address: ['7 Harbour Row', 'Port Ellen'],
        jurisdiction: 'Freeland',
        regulator: 'Freeland Securities Board',
        licence: {
          number: `FSB-${1000 + seed}`,
          register: `https://register.${host}/FSB-${1000 + seed}`,
          expires: '2029-12-31',
        },
      },
      complaints: { address: `complaints@${host}`, text: 'Answered within fifteen working days.' },
      moneyIn: {
        bank: {
          holder: `${firm.name} Ltd, client account`,
          bank: 'Bank of Freeland',
          iban: 'GB29 NWBK 6016 1331 9268 19',
          reference: 'Your account ID, as GH-XXXX-XXXX',
        },
      },
      verification: {
        countries: ['DE', 'GB'],
        minimumAge: 18,
        kept: { years: 5, law: 'The Freeland Money Act, section 8' },
        limits: {
          unverified: {
            in: { day: 20_000_000, whole: 20_000_000 },
            invested: { whole: 20_000_000 },
            out: { day: 20_000_000 },
          },
          submitted: { in: {}, invested: {}, out: {} },
          verified: { in: {}, invested: {}, out: {} },
        },
      },
      links: { support: `https://help.${host}/` },
      email: { address: `office@${host}`, link: `mailto:office@${host}` },
      offices: [{ country: 'Freeland', lines: ['7 Harbour Row'] }],
      pictures: {
        mark: lamp(''),
        icon: 'pictures/lamp.svg',
        touchIcon: 'pictures/lamp-180.png',
        appIcons: [{ file: 'pictures/lamp-180.png', maskable: false }],
        socialCard: { file: 'pictures/card.png', alt: 'A plain card in the colour of the sea' },
      },
    },
    'plans.yaml': {
      sample: false,
      plans: [
        {
          slug: 'one-plan',
          title: 'One plan',
          range: 'from $50',
          minimum: 50,
          maximum: null,
          days: 30,
          percent: 2,
          risk: { version: 1, warning: firm.risk },
          source: firm.source,
        },
      ],
    },
    'landing.yaml': landingOf(firm),
    ...Object.fromEntries(
      policies.map((path, place) => [`policies/${path}.md`, policyOf(path, firm, seed + place)]),
    ),
  }
}

/** Writes a pack into a new folder; a file that is null isn't written. */
export async function writePack(files: PackFiles): Promise<string> {
  const folder = join(await newFolder(), 'own')
  await mkdir(join(folder, 'policies'), { recursive: true })
  await cp(join(root, 'tests/packs/harbour/pictures'), join(folder, 'pictures'), {
    recursive: true,
  })
  for (const [name, content] of Object.entries(files))
    if (content !== null)
      await writeFile(
        join(folder, name),
        typeof content === 'string' ? content : stringify(content),
      )
  return folder
}
