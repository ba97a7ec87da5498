/**
 * Loaded into a server before its own code, with `--expose-gc`: on SIGUSR2 it collects garbage and says how large the
 * heap is, and how many pages have been rendered. Each rendering begins with a Request of its own.
 */
let rendered = 0
globalThis.Request = class extends Request {
  constructor(...parts) {
    super(...parts)
    rendered += 1
  }
}
process.on('SIGUSR2', () => {
  globalThis.gc()
  const heap = process.memoryUsage()
  process.stdout.write(
    `watched ${JSON.stringify({ bytes: heap.heapUsed + heap.external, rendered })}\n`,
  )
})
