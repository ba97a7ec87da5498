/** Which transfers are the payments of which lines. Pure. */

/** A line of a released list that isn't paid. */
export type OpenLine = {
  list: string
  withdrawal: string
  /** Both as nodes write them. */
  from: string
  to: string
  /** What is in that block or before is no payment of it. */
  height: number
  quantity: bigint
}

export type OutgoingTransfer = {
  txid: string
  logIndex: number
  height: number
  from: string
  to: string
  quantity: bigint
}

/** Each transfer pays one line at most, the oldest that it fits to the millionth. */
export function findPayments(
  lines: readonly OpenLine[],
  transfers: readonly OutgoingTransfer[],
): { line: OpenLine; transfer: OutgoingTransfer }[] {
  const left = new Set(transfers)
  return lines.flatMap((line) => {
    const { from, to, height, quantity } = line
    const transfer = [...left].find(
      (one) =>
        one.from === from && one.to === to && one.quantity === quantity && one.height > height,
    )
    if (!transfer) return []
    left.delete(transfer)
    return [{ line, transfer }]
  })
}
