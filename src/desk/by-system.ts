/** What the house hands in by itself: by nobody, and under an id that says what it is about. */
import type { Database } from '../platform/database.ts'
import { idFromName } from '../platform/ids.ts'
import type { Submitted } from './command.ts'

export const bySystem = (id: string) => ({
  id,
  actor: null,
  key: null,
  bodyHash: '',
  requestId: id,
  background: true,
})

/** Any command of a desk that takes these. */
type Asked<Given> = Given extends unknown
  ? Pick<Given, Extract<keyof Given, 'kind' | 'command'>>
  : never

type Handing<Given> = { desk: { run(given: Given): Promise<{ outcome: string }> } }

/** Of one name never twice, however many processes hand it in. Answers its outcome. */
export async function runNamed<Given extends Submitted & { kind: string }>(
  { desk }: Handing<Given>,
  name: string,
  asked: Asked<Given>,
): Promise<string> {
  const { outcome } = await desk.run({
    ...asked,
    ...bySystem(idFromName(name)),
  } as unknown as Given)
  return outcome
}

/** Which of these names something was done under: for a loop that would hand in a lot once more after a start. */
export async function doneNames(
  db: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const byId = new Map(names.map((name) => [idFromName(name), name]))
  const { rows } = await db.query<{ id: string }>({
    name: 'desk.done-names',
    text: `select id from desk.commands where id = any ($1::uuid[]) and outcome = 'done'`,
    values: [[...byId.keys()]],
  })
  return new Set(rows.map(({ id }) => byId.get(id)!))
}
