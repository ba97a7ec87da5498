/** Everything that keeps a pack from live, what is wrong with it and what it lacks. */
import { basename } from 'node:path'
import { packAsks, packFaults, type PackAsk, type PackFault } from './faults.ts'
import { readLivePack, type Pack } from './pack.ts'

const place = /^(.+?\.(?:yaml|md|svg|png|jpg|webp|avif)(?:, line \d+)?(?:, [^:]+)?): (.+)$/s

/** What the schema says of a field that nobody has filled in. */
const unfilled = /received (null|undefined)|is (required|needed)|Too small|must be a date like/

function faultOf(sentence: string, folder: string): PackFault {
  const [, where = basename(folder), what = sentence] = place.exec(sentence) ?? []
  if (what.includes('of the sample pack'))
    return { what, where, why: 'live shows nothing that was made up' }
  if (what.includes('promises safety'))
    return { what, where, why: 'what is invested can be lost, whoever says otherwise' }
  const isRaw = /received (null|undefined)|Too small/.test(what)
  return unfilled.test(what)
    ? { what: isRaw ? 'this is missing' : what, where, why: 'a page is made of it' }
    : { what, where, why: 'it can’t be read as it is' }
}

export type JudgedPack = {
  /** Null where not even a page could be made of it. */
  pack: Pack | null
  /** What can't stay as it is. */
  wrong: PackFault[]
  /** What is asked for, there or missing. */
  asks: PackAsk[]
  /** Both at once: what is wrong, and what is missing. */
  faults: PackFault[]
}

/** All at once, in the order of the files. Never throws. */
export function judgeLivePack(folder: string): JudgedPack {
  const { pack, facts, wrong: sentences } = readLivePack(folder)
  const wrong = sentences.map((sentence) => faultOf(sentence, folder))
  return {
    pack,
    wrong,
    asks: facts ? packAsks(facts) : [],
    faults: [...wrong, ...(facts ? packFaults(facts) : [])],
  }
}
