/**
 * What browsers tell of a page that broke its policy: one line of the log each. Anybody can send anything here, so it is
 * small, counted by address, and of addresses only what can't hold a secret is kept.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ProblemError } from '../contract/problems.ts'
import { countedAddress } from '../domains/sign-in/limits.ts'
import type { Log } from '../platform/log.ts'
import { parseJson } from './json.ts'

export const reportPath = '/csp-reports'

/** `report-uri` sends the first form, the Reporting API a list of the second. */
const types = ['application/csp-report', 'application/reports+json']

const words = z.string().optional()
const line = z.number().optional()
const report = z.object({
  'csp-report': z.object({
    'document-uri': words,
    'effective-directive': words,
    'violated-directive': words,
    'blocked-uri': words,
    'source-file': words,
    'line-number': line,
  }),
})
const reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        documentURL: words,
        effectiveDirective: words,
        blockedURL: words,
        sourceFile: words,
        lineNumber: line,
      }),
    }),
  )
  .min(1)

type Violation = {
  page?: string | undefined
  directive?: string | undefined
  blocked?: string | undefined
  source?: string | undefined
  line?: number | undefined
}

/** The first one: a page that breaks its policy breaks it again. */
function violationOf(body: unknown): Violation {
  const single = report.safeParse(body)
  if (single.success) {
    const told = single.data['csp-report']
    return {
      page: told['document-uri'],
      directive: told['effective-directive'] ?? told['violated-directive'],
      blocked: told['blocked-uri'],
      source: told['source-file'],
      line: told['line-number'],
    }
  }
  const several = reports.safeParse(body)
  if (!several.success) throw new ProblemError('validation_failed')
  const told = several.data[0]!.body
  return {
    page: told.documentURL,
    directive: told.effectiveDirective,
    blocked: told.blockedURL,
    source: told.sourceFile,
    line: told.lineNumber,
  }
}

/** Longer than any word of our own paths, shorter than any token. */
const longestWord = 20

/** An address without what it asks for, and without the parts of its path that may be a token. */
function plainAddress(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || url.host === '') return text?.slice(0, longestWord)
  return `${url.protocol}//${url.host}${url.pathname.replace(/[^/]+/g, (word) => (word.length > longestWord ? '…' : word))}`.slice(
    0,
    200,
  )
}

const windowMs = 60_000
const maxOfOneAddress = 20
/** Of all addresses together: beyond it a log would hold little else. */
const most = 300

/** Counts in memory, for this process: what is counted isn't worth a statement. Throws 429. */
function createCounter() {
  let counts = new Map<string, number>()
  let total = 0
  let begun = 0
  return function count(address: string): void {
    if (performance.now() - begun > windowMs)
      [counts, total, begun] = [new Map(), 0, performance.now()]
    const ofThis = (counts.get(address) ?? 0) + 1
    total += 1
    if (ofThis > maxOfOneAddress || total > most)
      throw new ProblemError('too_many_requests', windowMs / 1000)
    counts.set(address, ofThis)
  }
}

export function bindCspReports(app: FastifyInstance, log: Log): void {
  const count = createCounter()
  // In a scope of its own, since its bodies are of types that nothing else here reads.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<Buffer>(
      types,
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      async (_: unknown, body: Buffer) => parseJson(body),
    )
    scope.addHook('onRequest', async (request) => count(countedAddress(request.ip)))
    scope.post(reportPath, async (request, reply) => {
      const { page, directive, blocked, source, line: at } = violationOf(request.body)
      log.warn(
        {
          event: 'policy-violation',
          requestId: request.id,
          page: plainAddress(page),
          directive: directive?.slice(0, 40),
          blocked: plainAddress(blocked),
          source: plainAddress(source),
          line: at,
        },
        'a page broke its policy',
      )
      return reply.code(204).send()
    })
  })
}
