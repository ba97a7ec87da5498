/** What of a content pack is shown, and how: the mode decides. */
import type { Claim } from '../../contract/claims.ts'
import type { Computed } from '../../contract/computed.ts'
import type { Plan } from '../../contract/plan.ts'
import type {
  Footer,
  LandingPage,
  PlanCard,
  PublicPages,
  ShownEdition,
  Site,
} from '../../contract/site.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { centsFromDollars, largestAmount } from '../../lib/money.ts'
import type { Mode } from '../../platform/config.ts'
import { policyPaths } from '../../contract/site.ts'
import { fillPage, fillWords } from './computed-parts.ts'
import { palette } from '../../platform/mail/palette.ts'
import { manifestOf } from './manifest.ts'
import { planIdOf } from '../plans/seed.ts'
import type { Firm } from './firm.ts'
import type { Pack } from './pack.ts'
import { whitepaperPdf } from './pdf/whitepaper.ts'

type Installation = Pick<
  Site,
  'mode' | 'origin' | 'shortestPassword' | 'coolingOffHours' | 'smallestWithdrawalCents' | 'accepts'
>

function siteOf(
  { firm, landing, signIns }: Pack,
  {
    mode,
    origin,
    shortestPassword,
    coolingOffHours,
    smallestWithdrawalCents,
    accepts,
  }: Installation,
): Site {
  const { mark, icon, touchIcon, socialCard } = firm.pictures
  const { file, alt } = socialCard
  return {
    mode,
    sample: mode === 'demo',
    name: firm.name,
    zone: firm.zone,
    supportIsMessages: firm.messages?.openedBySupport ?? false,
    origin,
    mark,
    view: { ...landing.hero.scenes.at(-1)!.picture, alt: '' },
    icon: icon.src,
    touchIcon: touchIcon.src,
    manifest: manifestOf(firm).path,
    paper: { light: palette.paper[0], dark: palette.paper[1] },
    socialCard: { ...file, alt },
    ...waysToAsk(firm),
    loans: firm.loans,
    signIns: mode === 'demo' ? signIns : [],
    shortestPassword,
    coolingOffHours,
    smallestWithdrawalCents,
    accepts,
  }
}

/** Where a firm has one way to be asked, all questions go there; before it has any, to the foot of the page. */
function waysToAsk({ links }: Firm): Pick<Site, 'support' | 'channel' | 'manager'> {
  const support = links.support ?? '/#contact'
  return { support, channel: links.channel ?? support, manager: links.manager ?? support }
}

const documentsOf = ({ policies, whitepaper }: Pack) => [
  ...policyPaths.filter((path) => policies[path] !== undefined),
  ...(whitepaper ? (['WhitepaperPage'] as const) : []),
]

/** In live no address of a wallet stands on a page: each person has their own. */
function footerOf(pack: Pack, mode: Mode): Footer {
  const { says, links, email, offices, copyright, legal, complaints } = pack.firm
  const wallets = mode === 'demo' ? pack.firm.wallets : []
  return {
    says,
    documents: documentsOf(pack),
    legal,
    complaints,
    sections: { about: pack.landing.about !== null, faqs: pack.landing.faq !== null },
    messagingChat: links.messagingChat,
    phoneChat: links.phoneChat,
    email,
    wallets,
    offices,
    copyright,
  }
}

/** The band of figures: stated ones, which are samples, in a demonstration that has some; else what the books say. */
function statisticsOf(
  stated: Pack['landing']['statistics'] | null,
  mode: Mode,
  claims: readonly Claim[],
): LandingPage['statistics'] {
  if (mode === 'demo')
    return stated ? { title: stated.title, figures: stated.figures ?? [], claims } : null
  if (claims.length === 0) return null
  return { title: stated?.title ?? 'The firm in figures', figures: [], claims }
}

/**
 * In live a figure is computed from the books or not shown, and a review names its source: what a pack states
 * about itself stays out, whatever it says.
 */
function landingOf(
  { landing, firm }: Pack,
  { mode, claims, computed }: { mode: Mode; claims: readonly Claim[]; computed: Computed },
): LandingPage {
  const {
    statistics = null,
    book = null,
    certificate = null,
    reviews = null,
    calculator,
    about,
    features,
    safety,
    faq,
    ...rest
  } = landing
  const shown =
    mode === 'demo'
      ? (reviews?.items ?? [])
      : (reviews?.items ?? []).filter(({ source }) => source !== null)
  return {
    ...rest,
    about: about && { ...about, learnMore: firm.links.channel },
    calculator: calculator && {
      title: calculator.title,
      text: calculator.text,
      exampleCents: String(calculator.example),
    },
    features: features ?? [],
    safety: safety && { ...safety, note: safety.note ?? null },
    statistics: statisticsOf(statistics, mode, claims),
    book: mode === 'demo' ? book : null,
    certificate,
    faq: faq && {
      ...faq,
      items: faq.items.map(({ question, answer }) => ({
        question,
        answer: fillWords(answer, computed.figures),
      })),
    },
    reviews: reviews && shown.length > 0 ? { ...reviews, items: shown } : null,
  }
}

function centsOf(dollars: number): string {
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new RangeError(`${dollars} is not an amount of money`)
  return String(cents)
}

type Sources = ReadonlyMap<string, string | null>

/** By the plan’s id. One that staff offer later has no source in the pack, and its card says so. */
const sourcesOf = ({ plans }: Pack): Sources =>
  new Map(plans.map(({ slug, source }) => [planIdOf(slug), source]))

function planCard({
  title,
  range,
  minimum,
  maximum,
  durationDays,
  profitPercent,
  riskVersion,
  riskWarning,
  largestCoverable,
}: Plan): Omit<PlanCard, 'source'> {
  return {
    title,
    range,
    durationDays,
    profitPercent,
    riskVersion,
    riskWarning,
    minimumCents: centsOf(minimum),
    maximumCents: maximum === null ? null : centsOf(maximum),
    // A pool may cover more than dollars can say exactly: beyond what one request may place, it doesn't matter how much.
    largestCoverableCents: String(centsFromDollars(largestCoverable) ?? largestAmount),
  }
}

/** An edition that counts is shown as it was agreed to, whatever the pack says by now; what comes stands below it. */
function policiesOf(
  { policies }: Pack,
  computed: Computed,
  editions: readonly ShownEdition[],
): PublicPages['policies'] {
  return Object.fromEntries(
    policyPaths.flatMap((path) => {
      const page = policies[path]
      if (!page) return []
      const own = editions.filter(({ policy }) => policy === path)
      const counts = own.find(({ state }) => state === 'counts')
      const coming = own.filter(({ state }) => state === 'comes')
      return [
        [
          path,
          {
            ...(counts ? counts.page : fillPage(page, computed)),
            edition: counts ? { number: counts.number, day: counts.day } : null,
            coming,
          },
        ],
      ]
    }),
  )
}

/** Everything that the rendering of the pages is told. The plans come from the database, whose terms count. */
export function publish(
  pack: Pack,
  installation: Installation & {
    plans: readonly Plan[]
    claims: readonly Claim[]
    computed: Computed
    editions: readonly ShownEdition[]
    at: Instant
    ahead: number
  },
): { site: Site; pages: Omit<PublicPages, 'api' | 'proofs'> } {
  const { mode, plans, claims, computed, editions, at, ahead } = installation
  const sources = sourcesOf(pack)
  return {
    site: siteOf(pack, installation),
    pages: {
      footer: footerOf(pack, mode),
      landing: landingOf(pack, { mode, claims, computed }),
      plans: plans.map((plan) => ({ ...planCard(plan), source: sources.get(plan.id) ?? null })),
      coveredAt: isoFromInstant(at),
      ahead,
      policies: policiesOf(pack, computed, editions),
      whitepaper: pack.whitepaper,
      demonstration:
        mode === 'demo' && pack.demonstration ? fillPage(pack.demonstration, computed) : null,
    },
  }
}

/** What is served as it is, finished. `contact` is the firm's address. */
export type PublishedFiles = {
  pictures: Pack['pictures']
  manifest: { path: string; body: Buffer }
  /** Null where there is no whitepaper. */
  whitepaper: Buffer | null
  contact: string
}

export async function publishFiles(
  { pictures, whitepaper, firm }: Pack,
  site: Site,
): Promise<PublishedFiles> {
  return {
    pictures,
    manifest: manifestOf(firm),
    whitepaper: whitepaper && (await whitepaperPdf(whitepaper, site)),
    contact: firm.email.address,
  }
}
