/** The other process of a simulation through the database: serves what its parent sends, until the parent stops it. */
import { openCounter } from './counter.ts'
import type { FromChild, ToChild } from './two-counters.ts'

const counter = openCounter(process.argv[2]!)
const say = (message: FromChild) => process.send?.(message)

process.on('message', async (message: ToChild) => {
  if (message !== 'close') {
    say({ number: message.number, served: await counter.serve(message.desk, message.asked) })
    return
  }
  await counter.close()
  process.disconnect?.()
})
// However the parent ends, nothing stays behind.
process.on('disconnect', () => process.exit())
say('ready')
