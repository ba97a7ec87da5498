/** What a node might answer that isn’t so, and what the product says of it. */
import type { Lie } from './simulated-node.ts'

type SentBlock = {
  blockID: string
  block_header: { raw_data: { number?: number; parentHash: string } }
  transactions?: unknown[]
}
type SentReceipt = { id: string; blockNumber: number }

const block = '/walletsolidity/getblockbynum'
const receipts = '/walletsolidity/gettransactioninfobyblocknum'

/** Of blocks above the first one, by which the network is known. */
const ofBlocks =
  (change: (sent: SentBlock) => unknown): Lie =>
  (path, truth, { num = 0 }) =>
    path === block && num > 0 && 'blockID' in (truth as object) ? change(truth as SentBlock) : truth

const ofReceipts =
  (change: (sent: SentReceipt[]) => unknown): Lie =>
  (path, truth) =>
    path === receipts ? change(truth as SentReceipt[]) : truth

const withHeader = (sent: SentBlock, raw: Partial<SentBlock['block_header']['raw_data']>) => ({
  ...sent,
  block_header: { raw_data: { ...sent.block_header.raw_data, ...raw } },
})

/** Each with the sentence. They are of a block that has transactions. */
export const lies: [what: string, lie: Lie, says: RegExp][] = [
  [
    'another block than was asked for',
    ofBlocks((sent) => withHeader(sent, { number: sent.block_header.raw_data.number! + 1 })),
    /sent block \d+ for \d+/,
  ],
  [
    'a block with the id of another height',
    ofBlocks((sent) => ({ ...sent, blockID: sent.blockID.replace(/^.{16}/, '0'.repeat(16)) })),
    /with an id that is of another/,
  ],
  [
    'a block after one of another height',
    ofBlocks((sent) => withHeader(sent, { parentHash: '0'.repeat(64) })),
    /with an id that is of another/,
  ],
  [
    'a height that is no whole number',
    ofBlocks((sent) => withHeader(sent, { number: 80_000_001.5 })),
    /answers \/walletsolidity\/getblockbynum wrongly/,
  ],
  [
    'a height as text',
    ofBlocks((sent) => ({
      ...sent,
      block_header: { raw_data: { ...sent.block_header.raw_data, number: '80000001' } },
    })),
    /getblockbynum wrongly/,
  ],
  [
    'an id that is none',
    ofBlocks((sent) => ({ ...sent, blockID: 'latest' })),
    /getblockbynum wrongly/,
  ],
  ['a list instead of a block', ofBlocks((sent) => [sent]), /getblockbynum wrongly/],
  ['half of a block', ofBlocks((sent) => JSON.stringify(sent).slice(0, 80)), /is no JSON/],
  ['a page for people', () => '<html>502</html>', /is no JSON/],
  ['nothing at all', () => '', /is no JSON/],
  [
    'a refusal',
    () => ({ Error: 'class java.lang.Exception : lack of computing resources' }),
    /refuses \/\S+: class java\.lang\.Exception : lack of computing resources/,
  ],
  ['no receipts, as a node that has forgotten them', ofReceipts(() => []), /sent 0 receipts for/],
  ['an object without anything in it for receipts', ofReceipts(() => ({})), /sent 0 receipts for/],
  [
    'a receipt too few',
    ofReceipts((sent) => sent.slice(1)),
    /sent \d+ receipts for the \d+ transactions/,
  ],
  [
    'one receipt twice',
    ofReceipts((sent) => sent.map(() => sent[0])),
    /sent \d+ receipts for the \d+ transactions/,
  ],
  [
    'the receipt of another transaction',
    ofReceipts((sent) => sent.map((one, n) => (n === 0 ? { ...one, id: 'ab'.repeat(32) } : one))),
    /no receipt for/,
  ],
  [
    'receipts of another block',
    ofReceipts((sent) => sent.map((one) => ({ ...one, blockNumber: one.blockNumber - 1 }))),
    /no receipt for/,
  ],
  [
    'a log with a longer address',
    ofReceipts((sent) =>
      sent.map((one) => ({ ...one, log: [{ address: `41${'ab'.repeat(20)}` }] })),
    ),
    /gettransactioninfobyblocknum wrongly/,
  ],
  [
    'a key that it doesn’t take',
    (_, truth, __, response) => ((response.statusCode = 401), truth),
    /refuses the key of TRON_API_URL/,
  ],
  [
    'a key that asks too often',
    (_, truth, __, response) => ((response.statusCode = 403), truth),
    /or was asked too often/,
  ],
  [
    'that it is busy',
    (_, truth, __, response) => ((response.statusCode = 429), truth),
    /is busy: it did not take/,
  ],
  [
    'a status that nobody knows',
    (_, truth, __, response) => ((response.statusCode = 418), truth),
    /with status 418/,
  ],
  [
    'another network',
    (path, truth, { num }) =>
      path === block && num === 0
        ? {
            ...(truth as SentBlock),
            blockID: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
          }
        : truth,
    /is not on the main network/,
  ],
  [
    'a solidified block above the last one',
    (path, truth) => {
      if (path !== '/wallet/getnowblock') return truth
      const sent = truth as SentBlock
      return {
        ...withHeader(sent, { number: 7, parentHash: '6'.padStart(16, '0').padEnd(64, '0') }),
        blockID: '7'.padStart(16, '0').padEnd(64, '0'),
      }
    },
    /has solidified \d+ of 7 blocks/,
  ],
  [
    'that it has no last block',
    (path, truth) => (path.endsWith('getnowblock') ? {} : truth),
    /has nothing for \/walletsolidity\/getnowblock/,
  ],
  [
    'a line that breaks off',
    (_, __, ___, response) => {
      response.destroy()
      return null
    },
    /can’t be reached/,
  ],
  ['nothing for a long time', () => null, /did not answer \S+ within 1 s/],
]
