/** What axe finds wrong on a page. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Looking = {
  /** By some of its rules only. */
  rules?: string[]
  /** At some parts only, by their selectors. */
  parts?: string[]
  /** Not at these, by their selectors. */
  without?: string[]
}

/** Each rule that is broken, with the elements that break it. */
export async function inaccessible(
  page: Page,
  { rules, parts = [], without = [] }: Looking = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  for (const part of parts) axe.include(part)
  for (const part of without) axe.exclude(part)
  if (rules) axe.withRules(rules)
  // By default a page of axe's own puts together what it found in each frame, which takes as long as the rest.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
