/** What of a content pack is shown, and how: the mode decides. */
import type { Claim } from '../../contract/claims.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Footer, LandingPage, PlanCard, PublicPages, Site } from '../../contract/site.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { centsFromDollars, largestAmount } from '../../lib/money.ts'
import type { Mode } from '../../platform/config.ts'
import { palette } from '../../platform/mail/palette.ts'
import { manifestOf } from './manifest.ts'
import type { Pack } from './pack.ts'
import { whitepaperPdf } from './pdf/whitepaper.ts'

type Installation = { mode: Mode; origin: string; shortestPassword: number }

function siteOf(
  { firm, landing, signIns }: Pack,
  { mode, origin, shortestPassword }: Installation,
): Site {
  const { mark, icon, touchIcon, socialCard } = firm.pictures
  const { file, alt } = socialCard
  return {
    mode,
    sample: mode === 'demo',
    name: firm.name,
    origin,
    mark,
    view: { ...landing.hero.scenes.at(-1)!.picture, alt: '' },
    icon: icon.src,
    touchIcon: touchIcon.src,
    manifest: manifestOf(firm).path,
    paper: { light: palette.paper[0], dark: palette.paper[1] },
    socialCard: { ...file, alt },
    support: firm.links.support,
    channel: firm.links.channel,
    manager: firm.links.manager,
    signIns: mode === 'demo' ? signIns : [],
    shortestPassword,
  }
}

function footerOf({ firm: { says, links, email, wallets, offices, copyright } }: Pack): Footer {
  return {
    says,
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
  if (mode === 'demo') return stated ? { ...stated, claims } : null
  if (claims.length === 0) return null
  return { title: stated?.title ?? 'The firm in figures', figures: [], claims }
}

/**
 * In live a figure is computed from the books or not shown, and a review names its source: what a pack states
 * about itself stays out, whatever it says.
 */
function landingOf({ landing, firm }: Pack, mode: Mode, claims: readonly Claim[]): LandingPage {
  const {
    statistics = null,
    book = null,
    certificate = null,
    reviews = null,
    calculator,
    about,
    ...rest
  } = landing
  const shown =
    mode === 'demo'
      ? (reviews?.items ?? [])
      : (reviews?.items ?? []).filter(({ source }) => source !== null)
  return {
    ...rest,
    about: { ...about, learnMore: firm.links.channel },
    calculator: {
      title: calculator.title,
      text: calculator.text,
      exampleCents: String(calculator.example),
    },
    statistics: statisticsOf(statistics, mode, claims),
    book: mode === 'demo' ? book : null,
    certificate,
    reviews: reviews && shown.length > 0 ? { ...reviews, items: shown } : null,
  }
}

function centsOf(dollars: number): string {
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new RangeError(`${dollars} is not an amount of money`)
  return String(cents)
}

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
}: Plan): PlanCard {
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

/** Everything that the rendering of the pages is told. The plans come from the database, whose terms count. */
export function publish(
  pack: Pack,
  installation: Installation & { plans: readonly Plan[]; claims: readonly Claim[]; at: Instant },
): { site: Site; pages: Omit<PublicPages, 'api'> } {
  const { mode, plans, claims, at } = installation
  return {
    site: siteOf(pack, installation),
    pages: {
      footer: footerOf(pack),
      landing: landingOf(pack, mode, claims),
      plans: plans.map(planCard),
      coveredAt: isoFromInstant(at),
      policies: pack.policies,
      whitepaper: pack.whitepaper,
      demonstration: mode === 'demo' ? pack.demonstration : null,
    },
  }
}

/** What is served as it is, finished. `contact` is the firm's address. */
export type PublishedFiles = {
  pictures: Pack['pictures']
  manifest: { path: string; body: Buffer }
  whitepaper: Buffer
  contact: string
}

export async function publishFiles(
  { pictures, whitepaper, firm }: Pack,
  site: Site,
): Promise<PublishedFiles> {
  return {
    pictures,
    manifest: manifestOf(firm),
    whitepaper: await whitepaperPdf(whitepaper, site),
    contact: firm.email.address,
  }
}
