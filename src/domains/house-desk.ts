import type { Pool } from 'pg'
import type { PoliciesToAccept, Wallet } from '../contract/site.ts'
import type { Firm } from './content/firm.ts'
import type { Desk } from '../desk/desk.ts'
import type { Scanner } from '../platform/clamd.ts'
import type { DocumentKeys } from '../platform/document-keys.ts'
import type { Bitcoin } from '../platform/bitcoin/settings.ts'
import type { Tron } from '../platform/tron/settings.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { Log } from '../platform/log.ts'
import type { MacKeys } from '../platform/mac.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Reader } from '../platform/pictures/reader.ts'
import type { OlderReads } from '../platform/older-reads.ts'
import type { Policy } from '../platform/policy.ts'
import type { GateLine } from '../contract/gate.ts'
import type { commands } from './nouns.ts'

/** The desk with the commands of this house. */
export type HouseDesk = Pick<Desk<typeof commands>, 'run' | 'runPrepared' | 'close' | 'queued'>

/** What the routes say of the firm, out of its content pack. */
export type FirmFacts = {
  name: string
  sample: boolean
  wallets: readonly Wallet[]
  /** How money comes in by bank; absent where it doesn't. */
  moneyIn?: Firm['moneyIn']
  /** How its bank wants files of payouts; absent: as is usual. */
  payouts?: Firm['payouts']
  /** Whom it serves and what may be moved until somebody is verified; absent where nothing is limited. */
  verification?: Firm['verification']
  /** On which it doesn't work beside weekends; absent: none. */
  closedDays?: Firm['closedDays']
  /** What it lends; absent: nothing. */
  loans?: Firm['loans']
  /** What staff have ready to be written to people; absent: nothing. */
  messages?: Firm['messages']
  /** Which of its policies people accept, each as it is read; absent: none. */
  policies?: PoliciesToAccept
  /** What a possible match with a list stops; absent: the account. */
  screening?: Firm['screening']
  /** From how much on coins are credited, and how deep they must be; absent: as is usual. */
  bitcoin?: Firm['bitcoin']
  /** The same of USDT. */
  usdt?: Firm['usdt']
  /** Whose signatures of the daily proofs count; null or absent: nobody signs them. */
  proofKey?: Firm['proofKey']
}

/** Whether the firm is open, and what it lacks. A demonstration is always open, and lacks nothing that would stop it. */
export type Gate = {
  isOpen(): Promise<boolean>
  /** Whether something is missing that new business can't be without, as it was last found. */
  isPaused(): boolean
  /** Asks for everything anew, and answers all lines. */
  ask(): Promise<GateLine[]>
  /** Asks anew for what changes by itself, and pauses new business or lets it go on. For a loop. */
  watch(): Promise<void>
}

/** How far this process has seen the journal, kept outside the database. */
export type Seen = {
  /**
   * Looks whether the database still has all that was seen, blocks payouts where it hasn't, and keeps how far it goes now:
   * at least as far as what was committed before the call.
   */
  look(): Promise<void>
}

/** What reads and locks the files of strangers. */
export type Files = {
  reader: Reader
  /** Null where none is asked. */
  scanner: Scanner | null
  /** Null in live until the operator has given them. */
  keys: DocumentKeys | null
}

/** What the routes of the domains work with. */
export type House = {
  pool: Pool
  /** Signs sessions, links and begun ceremonies, and seals what authenticator apps share with us. */
  secret: string
  /** Replaced ones: authenticator apps that were sealed by them still open. */
  earlierSecrets: readonly string[]
  publicUrl: string
  /** For what may be a moment old, and says of when it is. */
  older: OlderReads
  desk: HouseDesk
  policy: Policy
  firm: FirmFacts
  log: Log
  metrics: Metrics
  lifecycle: Lifecycle
  macKeys: MacKeys
  gate: Gate
  seen: Seen
  files: Files
  /** Null where the firm takes none. */
  bitcoin: Bitcoin | null
  tron: Tron | null
}
