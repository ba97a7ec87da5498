/**
 * A tab of any engine, in the hands of somebody who reads names and presses what they name. An engine's protocol brings the
 * few acts of `Driver`; what stands on the page is found in the same way in all of them.
 */
import { vi } from 'vitest'

/** What an engine does by its own protocol. Selectors are those of CSS; functions run in the page and answer with JSON. */
export type Driver = {
  goto(url: string): Promise<void>
  run<Given extends unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Answer>
  /** With a real pointer, in the middle of what the selector names. */
  click(selector: string): Promise<void>
  /** With real keys, instead of what stood in the field. */
  type(selector: string, text: string): Promise<void>
  /** A key by the name that the DOM gives it, or a letter. */
  press(key: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
}

/** A window of its own, with cookies of its own. Answers with what went wrong in its pages by itself, where the engine tells. */
export type Engine = {
  name: string
  version: string
  open(origin: string, faults?: string[]): Promise<Tab>
  close(): Promise<void>
}

export type Role = 'button' | 'checkbox' | 'field' | 'heading' | 'link' | 'radio' | 'row'
/** Whole, or a pattern for a part. */
export type Name = string | RegExp
/** The first that is visible and says this. */
export type Within = { css: string; has?: string }

type Wanted = {
  role: Role
  name: { whole: string } | { pattern: string }
  within: Within | null
  act: boolean
}
type Found = { selector: string; at: string; text: string; checked: boolean } | { lacks: string }

/**
 * Runs in the page, so it stands on nothing outside. Looks for the one element that has this role and name, and, if it is to
 * be acted on, is enabled and lies under the pointer.
 */
function lookFor({ role, name, within, act }: Wanted): Found {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const kinds = {
    button: 'button, [role=button], input[type=submit], summary',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    field: 'input:not([type=checkbox], [type=radio], [type=hidden]), textarea, select',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href]',
    radio: 'input[type=radio], [role=radio]',
    row: 'tbody tr',
  }
  const textOf = (node: Node): string =>
    [...node.childNodes]
      .map((child) => {
        if (child.nodeType === Node.TEXT_NODE) return child.nodeValue ?? ''
        if (!(child instanceof Element) || child.ariaHidden === 'true') return ''
        return textOf(child)
      })
      .join(' ')
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')
    if (ids)
      return tidy(
        ids
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      )
    if (element.ariaLabel) return tidy(element.ariaLabel)
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element>) ?? [])] : []
    return tidy(labels.length > 0 ? labels.map(textOf).join(' ') : textOf(element))
  }
  const says = (text: string) =>
    'whole' in name
      ? text === name.whole || text === `${name.whole} *`
      : new RegExp(name.pattern).test(text)
  const places = within
    ? [...document.querySelectorAll(within.css)].filter(
        (place) => isVisible(place) && tidy(place.textContent).includes(within.has ?? ''),
      )
    : [document.body]
  if (places.length === 0) return { lacks: `no ${within!.css} with ${within!.has ?? 'anything'}` }
  const all = places.flatMap((place) => [...place.querySelectorAll(kinds[role])]).filter(isVisible)
  const named = all.filter((element) => says(nameOf(element)))
  if (named.length === 0)
    return { lacks: `among ${all.map((element) => `“${nameOf(element)}”`).join(', ')}` }
  for (const element of named) {
    if (act) {
      if (element.matches(':disabled, [aria-disabled=true]')) continue
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element>) ?? [])] : []
      if (!hit || ![element, ...labels].some((one) => one.contains(hit) || hit.contains(one)))
        continue
    }
    const mark = element.getAttribute('data-hand') ?? `${Math.random()}`.slice(2)
    element.setAttribute('data-hand', mark)
    const { left, top } = element.getBoundingClientRect()
    return {
      selector: `[data-hand="${mark}"]`,
      at: `${left} ${top}`,
      text: tidy((element as HTMLElement).innerText),
      checked: (element as HTMLInputElement).checked === true,
    }
  }
  return { lacks: 'it is there, and can’t be reached' }
}

/** Runs in the page: what is typed next stands instead of what stood there. */
export const selectAll = (selector: string): void =>
  document.querySelector<HTMLInputElement>(selector)!.select()

/** As an expression of its own, for protocols that take a text. */
export const callOf = <Given extends unknown[]>(
  work: (...given: Given) => unknown,
  given: Given,
): string => `(${String(work)})(...${JSON.stringify(given)})`

const patience = { timeout: 30_000, interval: 50 }
const said = (name: Name) => (typeof name === 'string' ? { whole: name } : { pattern: name.source })

export class Tab {
  private readonly driver: Driver
  private readonly origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.origin = origin
  }

  open(path: string): Promise<void> {
    return this.driver.goto(this.origin + path)
  }

  back(): Promise<void> {
    return this.driver.back()
  }

  reload(): Promise<void> {
    return this.driver.reload()
  }

  press(key: string): Promise<void> {
    return this.driver.press(key)
  }

  run<Given extends unknown[], Answer>(
    work: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Answer> {
    return this.driver.run(work, ...given)
  }

  private find(role: Role, name: Name, within: Within | null, act: boolean) {
    let before = ''
    return vi.waitFor(async () => {
      const found = await this.driver.run(lookFor, { role, name: said(name), within, act })
      if ('lacks' in found) throw new Error(`No ${role} ${String(name)}: ${found.lacks}`)
      // Nobody presses what still moves.
      if (act && found.at !== before) {
        before = found.at
        throw new Error(`The ${role} ${String(name)} moves`)
      }
      return found
    }, patience)
  }

  /** Waits until it is there, enabled and in reach, and presses it. */
  async click(role: Role, name: Name, within: Within | null = null): Promise<void> {
    await this.driver.click((await this.find(role, name, within, true)).selector)
  }

  async fill(label: Name, text: string, within: Within | null = null): Promise<void> {
    await this.driver.type((await this.find('field', label, within, true)).selector, text)
  }

  /** Waits until it stands there; answers with its text. */
  async see(role: Role, name: Name, within: Within | null = null): Promise<string> {
    return (await this.find(role, name, within, false)).text
  }

  async isChecked(role: 'checkbox' | 'radio', name: Name): Promise<boolean> {
    return (await this.find(role, name, null, false)).checked
  }

  /** Waits for these words anywhere on the page, or in a part of it. */
  async read(words: string | RegExp, css = 'body'): Promise<void> {
    await vi.waitFor(async () => {
      const text = await this.textOf(css)
      const isThere = typeof words === 'string' ? text.includes(words) : words.test(text)
      if (!isThere) throw new Error(`“${String(words)}” doesn’t stand in: ${text}`)
    }, patience)
  }

  /** What stands in all that this names, in a line. */
  textOf(css: string): Promise<string> {
    return this.driver.run(
      (selector) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .map((element) => element.innerText.replace(/\s+/g, ' ').trim())
          .join(' '),
      css,
    )
  }

  async isAt(path: string): Promise<void> {
    await vi.waitFor(async () => {
      const { pathname } = new URL(await this.driver.run(() => location.href))
      if (pathname !== path) throw new Error(`At ${pathname} instead of ${path}`)
    }, patience)
  }

  /** Until nothing is left of what this names. */
  async isGone(css: string): Promise<void> {
    await vi.waitFor(async () => {
      const left = await this.driver.run(
        (selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)]
            .filter((element) => element.checkVisibility())
            .map((element) => element.innerText),
        css,
      )
      if (left.length > 0) throw new Error(`${css} is still there: ${left.join(' ')}`)
    }, patience)
  }
}
