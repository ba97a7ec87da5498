/** What goes wrong on pages while somebody looks at them. */
import type { BrowserContext, Page } from 'playwright-core'

/** What goes wrong on a page without anybody clicking: refused by its policy, thrown, missing, or asked of somebody else. */
export async function listenForFaults(
  context: BrowserContext,
  page: Page,
  ownOrigin: string,
): Promise<string[]> {
  const faults: string[] = []
  await context.exposeBinding('tellViolation', (_, text: string) => void faults.push(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void }
      tellViolation(
        `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`,
      )
    })
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404'))
      faults.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== ownOrigin && protocol !== 'data:')
      faults.push(`asked of somebody else: ${request.url()}`)
  })
  context.on('response', (response) => {
    const isNavigation = response.request().isNavigationRequest()
    // A page that isn't there, and a page that asks what its link stands for where the link is none of ours.
    const isUnknown =
      response.status() === 404 &&
      (isNavigation
        ? response.url().endsWith('/no/such/page')
        : response.url().endsWith('/cancel-request/0000.unknown'))
    if (![200, 304].includes(response.status()) && !isUnknown)
      faults.push(`answered ${response.status()}: ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // What a page still waits for when it is left.
    if (why !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${why ?? ''}`)
  })
  return faults
}
