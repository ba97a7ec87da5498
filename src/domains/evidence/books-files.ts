/** The two files of books, written side by side: what is booked becomes the same entry in both. */
import type { FileEntry, PackFile } from './pack-file.ts'
import { accountName, beancount, journal, type Format, type Movement } from './books.ts'
import { kinds, type Kind } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant } from '../../lib/instant.ts'

export type AccountRow = { owner: string; kind: string; version: bigint; balance: string }

function lines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const balanceOf = ({ owner, kind, balance }: AccountRow, day: string) => ({
  day,
  account: accountName(owner, kind as Kind),
  balance: BigInt(balance),
  unit: kinds[kind as Kind].unit,
})

export class Books {
  readonly #files: readonly (readonly [Format, PackFile])[]
  readonly #openingDay: string
  #lastDay: string

  /** `openingDay` is that of the balances at the beginning. */
  constructor(
    open: (name: string) => PackFile,
    { title, openingDay }: { title: string; openingDay: string },
  ) {
    this.#openingDay = openingDay
    this.#lastDay = openingDay
    this.#files = [
      [beancount, open('books.beancount')],
      [journal, open('books.journal')],
    ]
    for (const [format, file] of this.#files) {
      const head = format.head(title)
      void file.write(head, lines(head))
    }
  }

  /** The day after the last posting: on it every balance is stated. */
  get closingDay(): string {
    return isoFromInstant(Date.parse(`${this.#lastDay}T00:00:00Z`) + dayMs).slice(0, 10)
  }

  opening(row: AccountRow): Promise<void> | undefined {
    if (row.balance === '0') return undefined
    return this.#write((format) => format.opening(balanceOf(row, this.#openingDay)))
  }

  posting(movement: Movement): Promise<void> | undefined {
    if (movement.day > this.#lastDay) this.#lastDay = movement.day
    return this.#write((format) => format.posting(movement))
  }

  closing(row: AccountRow): Promise<void> | undefined {
    return this.#write((format) => format.closing(balanceOf(row, this.closingDay)))
  }

  end(): Promise<FileEntry[]> {
    return Promise.all(this.#files.map(([, file]) => file.end()))
  }

  #write(textOf: (format: Format) => string): Promise<void> | undefined {
    const waiting = this.#files.flatMap(([format, file]) => {
      const text = textOf(format)
      return file.write(text, lines(text)) ?? []
    })
    return waiting.length > 0 ? Promise.all(waiting).then(() => {}) : undefined
  }
}
