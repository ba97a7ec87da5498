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
import { readContentFile } from '../../platform/content-file.ts'
import type { Mode } from '../../platform/config.ts'
import { firmFile, type Firm } from './firm.ts'
import { landingFile, type LandingFile } from './landing.ts'
import { PictureShelf, type KeptPicture } from './pictures.ts'
import { readDatedPage, readTextPage } from './prose.ts'
import { readSignIns } from './sign-ins.ts'
import { readWhitepaper } from './whitepaper.ts'

export type Pack = {
  firm: Firm
  landing: LandingFile
  policies: Record<PolicyPath, TextPage>
  whitepaper: Whitepaper
  /** Where the outside links of a demonstration lead to; a firm that is not made up needs none. */
  demonstration: TextPage | null
  /** What a demonstration's login page offers. */
  signIns: OfferedSignIn[]
  /** By the path that each is served at. */
  pictures: ReadonlyMap<string, KeptPicture>
}

/** Throws `CannotStart`, naming file, line and field of what is wrong. */
export function readPack(folder: string, mode: Mode): Pack {
  if (!existsSync(folder))
    throw new CannotStart(
      `The content pack ${folder} does not exist: GLASSHOUSE_CONTENT must name a folder like content/demo.`,
    )
  const shelf = new PictureShelf(folder)
  const firm = readContentFile(folder, 'firm.yaml', firmFile(shelf, mode))
  const hasDemonstration = existsSync(join(folder, 'demonstration.md'))
  if (firm.sample && !hasDemonstration)
    throw new CannotStart(
      `${basename(folder)}/demonstration.md is missing: a sample firm says there what its links would lead to.`,
    )
  return {
    firm,
    landing: readContentFile(folder, 'landing.yaml', landingFile(shelf)),
    policies: Object.fromEntries(
      policyPaths.map((path) => [path, readDatedPage(folder, `policies/${path}.md`)]),
    ) as Record<PolicyPath, TextPage>,
    whitepaper: readWhitepaper(folder),
    demonstration: hasDemonstration ? readTextPage(folder, 'demonstration.md') : null,
    signIns: mode === 'demo' ? readSignIns(folder) : [],
    pictures: shelf.kept,
  }
}
