/** Makes the daily root with its proof as the worker does, in a process of its own: its memory is then that of the two. JSON on stdin, the report on stdout. */
import { json } from 'node:stream/consumers'
import { makeRoot } from '../../src/desk/roots.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { createPool } from '../../src/platform/database.ts'
import { peakMegabytes } from './measure.ts'

/** `seconds`: of both together. */
export type ProofReport = {
  heads: string
  seconds: number
  proofSeconds: number
  megabytes: number | null
}

const { url } = (await json(process.stdin)) as { url: string }
const pool = createPool({ url, name: 'bench root', max: 1 })
const began = performance.now()
let proofBegan = began
const root = await makeRoot(pool, async (db, made) => {
  proofBegan = performance.now()
  await buildProof(db, made, { name: 'Bench', sample: true })
})
const ended = performance.now()
await pool.end()
if (!root) throw new Error('No root was due.')
const report: ProofReport = {
  heads: String(root.heads),
  seconds: (ended - began) / 1000,
  proofSeconds: (ended - proofBegan) / 1000,
  megabytes: await peakMegabytes(),
}
process.stdout.write(JSON.stringify(report))
