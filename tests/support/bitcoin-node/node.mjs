/** Runs bcoin on the regression-test chain: `node node.mjs FOLDER RPC_PORT`. Says when it is ready; SIGTERM closes it. */
import bcoin from 'bcoin'

const [folder, port] = process.argv.slice(2)
const node = new bcoin.FullNode({
  network: 'regtest',
  prefix: folder,
  memory: false,
  workers: false,
  listen: false,
  port: 48444,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  apiKey: 'regtest',
  logLevel: 'none',
  logFile: false,
  indexTX: true,
  requireStandard: false,
  // Nothing is paid for a place in a block of one's own.
  minRelay: 0,
})
await node.ensure()
await node.open()
process.once('SIGTERM', async () => {
  await node.close()
  process.exit(0)
})
process.stdout.write('ready\n')
