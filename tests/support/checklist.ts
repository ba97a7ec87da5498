/** The checklist of a case, as whoever decides fills it in. */
import type { Locator } from 'playwright-core'

const isNoExpiry = (box: Locator) =>
  box.evaluate((one) => /No expiry/.test((one as HTMLInputElement).labels?.[0]?.textContent ?? ''))

/** Everything is confirmed, and the number and the last day are taken from the document. */
export async function confirmEach(
  panel: Locator,
  { number, expiresOn }: { number: string; expiresOn: string },
): Promise<void> {
  const list = panel.getByRole('region', { name: 'Checklist' })
  for (const kind of ['Identity card or passport', 'Proof of address'])
    for (const box of await list.getByRole('group', { name: kind }).getByRole('checkbox').all())
      if (!(await isNoExpiry(box))) await box.check()
  await list.getByLabel('Document number').fill(number)
  await list.getByLabel('Expires on').fill(expiresOn)
}
