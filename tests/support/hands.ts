/** Somebody at a keyboard: every press of theirs is counted, and what they type is not. */
import type { Locator, Page } from 'playwright-core'

export function handsAt(page: Page) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const focused = (thing: Locator) => thing.and(page.locator(':focus')).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    page,
    count: () => presses,
    /** Presses Enter once the focus is on this button by itself. */
    async enter(name: string) {
      await focused(button(name))
      await press('Enter')
    },
    /** Goes on by Tab until the focus is on this button. */
    async tabTo(name: string) {
      await button(name).waitFor()
      const isThere = () => button(name).evaluate((one) => one === document.activeElement)
      while (!(await isThere())) await press('Tab')
    },
    /** Goes to a page of the back office by the search. */
    async goTo(label: string) {
      await press('Control+k')
      await focused(page.getByRole('combobox'))
      await page.keyboard.type(label)
      const found = page.getByRole('option', { name: label, selected: true })
      await found.waitFor()
      await press('Enter')
      await page.getByRole('heading', { name: label, level: 1 }).waitFor()
    },
  }
}
