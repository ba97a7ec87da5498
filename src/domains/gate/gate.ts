/**
 * What every server and worker knows of the gate: whether the firm is open, and what an open firm lacks at the moment. A
 * demonstration is always open and lacks nothing that would stop it.
 */
import { missingOf, type GateLine } from '../../contract/gate.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Gate } from '../house-desk.ts'
import { askProofs } from '../../platform/tron/settings.ts'
import { readOpenedAt } from '../openings/state.ts'
import {
  askChanging,
  askDatabase,
  askFirstCoins,
  contentFactsOf,
  licenceEnd,
  namedLists,
  settingFactsOf,
  type Asking,
} from './ask.ts'
import { changingLines, gateLines, type ContentFacts } from './lines.ts'

export type GateParts = Asking & { log: Log; metrics: Metrics }

/** A mail server that misses one question isn't down yet. */
const silencesToCount = 3

/** More than these are told as one: `npm run content:check` lists them. */
const wrongAtMost = 10

function briefly(content: ContentFacts): ContentFacts {
  const { wrong } = content
  if (wrong.length <= wrongAtMost) return content
  const one = {
    what: `Content of the firm’s own: ${wrong.length} things in it are the sample’s or can’t be read`,
    why: 'live shows nothing that was made up',
    where: 'npm run content:check -- DIR',
  }
  return { ...content, wrong: [one] }
}

/** All that the gate asks, at once. What it can't ask of a database that doesn't answer, it leaves out. */
export async function askGate({ config, ...parts }: Asking): Promise<GateLine[]> {
  const [database, changing, tron, firstCoins] = await Promise.all([
    askDatabase(config),
    askChanging({ config, ...parts }),
    askProofs(config),
    askFirstCoins(config, parts.pool),
  ])
  return gateLines({
    settings: settingFactsOf(config),
    content: briefly(contentFactsOf(config.contentFolder)),
    database,
    changing,
    tron,
    firstCoins,
    now: Date.now(),
  })
}

export function createGate(parts: GateParts): Gate {
  const { config, pool, log, metrics } = parts
  const isLive = config.mode === 'live'
  const settings = settingFactsOf(config)
  let open = !isLive
  let paused = false
  let silences = 0

  async function findLacks(): Promise<GateLine[]> {
    const changing = await askChanging(parts)
    silences = changing.mail ? silences + 1 : 0
    const mail = silences >= silencesToCount ? changing.mail : null
    const content = {
      licenceExpires: licenceEnd(config.contentFolder),
      lists: namedLists(config.contentFolder),
    }
    return missingOf(
      changingLines({ settings, ...content, changing: { ...changing, mail }, now: Date.now() }),
    )
  }
  const isOpen = async () => (open ||= (await readOpenedAt(pool)) !== null)
  return {
    isOpen,
    isPaused: () => paused,
    ask: () => askGate(parts),
    async watch() {
      if (!isLive || !(await isOpen())) return
      const missing = (await findLacks()).map(({ what }) => what)
      metrics.gateMissing.set(missing.length)
      const before = paused
      paused = missing.length > 0
      if (paused && !before) log.error({ event: 'new-business-paused', missing }, 'gate')
      if (!paused && before) log.info({ event: 'new-business-goes-on' }, 'gate')
    },
  }
}
