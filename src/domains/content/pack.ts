/**
 * The content pack: a folder with every text, figure, link and picture of the public site. Read and judged as a
 * whole when the server starts; `content/demo` is the one that comes along, and GLASSHOUSE_CONTENT names another.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  policyPaths,
  type OfferedSignIn,
  type PolicyPath,
  type TextPage,
  type Whitepaper,
} from '../../contract/site.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import {
  contentFileName,
  looseContent,
  placeOf,
  readContentFile,
} from '../../platform/content-file.ts'
import type { Mode } from '../../platform/config.ts'
import { livePlansFile, type LivePlan } from '../plans/seed.ts'
import type { Facts } from './faults.ts'
import { firmFile, type Firm } from './firm.ts'
import { landingFile, type LandingFile } from './landing.ts'
import { PictureShelf, type KeptPicture } from './read/pictures.ts'
import { readDatedPage, readTextPage } from './prose.ts'
import { promisesIn } from './read/promises.ts'
import { sampleIn } from './sample/recognise.ts'
import { readSignIns } from './sign-ins.ts'
import { textsOfDrawings, textsOfPack } from './read/texts.ts'
import { readWhitepaper } from './whitepaper.ts'

export type Pack = {
  firm: Firm
  landing: LandingFile
  /** In live one may be missing; then nothing leads to it. */
  policies: Partial<Record<PolicyPath, TextPage>>
  whitepaper: Whitepaper | null
  /** In live, with what each one's return comes from; a demonstration's world has its own. */
  plans: LivePlan[]
  /** Where the outside links of a demonstration lead to; a firm that is not made up needs none. */
  demonstration: TextPage | null
  /** What a demonstration's login page offers. */
  signIns: OfferedSignIn[]
  /** By the path that each is served at. */
  pictures: ReadonlyMap<string, KeptPicture>
  whereIs: Facts['whereIs']
}

function checkFolder(folder: string): void {
  if (!existsSync(folder))
    throw new CannotStart(
      `The content pack ${folder} does not exist: GLASSHOUSE_CONTENT must name a folder like content/demo.`,
    )
}

/** Throws `CannotStart`, naming file, line and field of what is wrong. */
export function readPack(folder: string, mode: Mode): Pack {
  checkFolder(folder)
  if (mode === 'demo') return readDemoPack(folder)
  const { pack, wrong } = readLivePack(folder)
  if (pack === null || wrong.length > 0) throw new CannotStart(wrong.join('; '))
  return pack
}

function readDemoPack(folder: string): Pack {
  const shelf = new PictureShelf(folder)
  const firm = readContentFile(folder, 'firm.yaml', firmFile(shelf, 'demo'))
  const hasDemonstration = existsSync(join(folder, 'demonstration.md'))
  if (!hasDemonstration)
    throw new CannotStart(
      `${basename(folder)}/demonstration.md is missing: a sample firm says there what its links would lead to.`,
    )
  return {
    firm,
    landing: readContentFile(folder, 'landing.yaml', landingFile(shelf, 'demo')),
    policies: Object.fromEntries(
      policyPaths.map((path) => [path, readDatedPage(folder, `policies/${path}.md`)]),
    ),
    whitepaper: readWhitepaper(folder),
    plans: [],
    demonstration: readTextPage(folder, 'demonstration.md'),
    signIns: readSignIns(folder),
    pictures: shelf.kept,
    whereIs: (file, field) => `${contentFileName(folder, file)}, ${field}`,
  }
}

/** What stands in the files for the gate to ask for, whether or not the rest of them can be read. */
function factsIn(folder: string, whereIs: Pack['whereIs']): Facts {
  const firm = looseContent(folder, 'firm.yaml')
  const { plans } = looseContent(folder, 'plans.yaml')
  return {
    firm: { legal: null, complaints: null, moneyIn: null, ...firm } as unknown as Facts['firm'],
    plans: Array.isArray(plans) ? plans.filter((one) => typeof one === 'object' && one) : [],
    policies: Object.fromEntries(
      policyPaths
        .filter((path) => existsSync(join(folder, `policies/${path}.md`)))
        .map((path) => [path, true]),
    ),
    whereIs,
  }
}

/**
 * A pack for live as far as it can be read, and everything that is wrong with it, sentence by sentence: what can't be
 * read, promises safety, or comes from the sample pack. What is only missing isn't here but in `packFaults`. Null where
 * not even a page could be made of it. Never throws.
 */
export function readLivePack(folder: string): {
  pack: Pack | null
  facts: Facts | null
  wrong: string[]
} {
  if (!existsSync(folder))
    return { pack: null, facts: null, wrong: [`The content pack ${folder} does not exist`] }
  const wrong: string[] = []
  // What a complaint says may have a semicolon of its own.
  const betweenComplaints = new RegExp(`; (?=${RegExp.escape(basename(folder))}/)`)
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error
      wrong.push(...error.message.replace(/\.$/, '').split(betweenComplaints))
      return null
    }
  }
  const optional = <T>(file: string, read: () => T) =>
    existsSync(join(folder, file)) ? attempt(read) : null
  const shelf = new PictureShelf(folder)
  const firm = attempt(() => readContentFile(folder, 'firm.yaml', firmFile(shelf, 'live')))
  const landing = attempt(() => readContentFile(folder, 'landing.yaml', landingFile(shelf, 'live')))
  const rest = {
    policies: Object.fromEntries(
      policyPaths.flatMap((path) => {
        const file = `policies/${path}.md`
        const page = optional(file, () => readDatedPage(folder, file))
        return page ? [[path, page]] : []
      }),
    ),
    whitepaper: optional('whitepaper.yaml', () => readWhitepaper(folder)),
    plans:
      optional('plans.yaml', () => readContentFile(folder, 'plans.yaml', livePlansFile))?.plans ??
      [],
    demonstration: null,
    signIns: [],
    pictures: shelf.kept,
    whereIs: (file: string, field: string) => placeOf(folder, file, field),
  }
  const texts = textsOfPack(folder)
  const complaints = [
    ...promisesIn([...texts, ...textsOfDrawings(shelf.kept)]),
    ...sampleIn(texts, shelf.kept),
  ].map(
    ({ file, line, field, message }) =>
      [contentFileName(folder, file), line && `line ${line}`, field].filter(Boolean).join(', ') +
      `: ${message}`,
  )
  return {
    pack: firm && landing ? { firm, landing, ...rest } : null,
    facts: factsIn(folder, rest.whereIs),
    wrong: [...wrong, ...complaints],
  }
}
