/** Units of systemd, read as systemd reads them: what they run, with which environment and credentials. */
import { readFileSync } from 'node:fs'

export type Unit = {
  /** Every value of a setting, in the order of the file. */
  all(setting: string): string[]
}

/** What is read of one unit, with its drop-ins after it. */
export function readUnit(...paths: string[]): Unit {
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  return {
    all: (setting) =>
      lines.flatMap((line) =>
        line.startsWith(`${setting}=`) ? line.slice(setting.length + 1) : [],
      ),
  }
}

/** Assignments of a line of `Environment=`, or the lines of an environment file; a value may stand in quotes. */
const assignmentsIn = (text: string, between: RegExp): [name: string, value: string][] =>
  text
    .split(between)
    .filter((one) => /^\w+=/.test(one))
    .map((one) => [
      one.slice(0, one.indexOf('=')),
      one.slice(one.indexOf('=') + 1).replace(/^"(.*)"$/, '$1'),
    ])

export type Places = {
  /** `%d`: where credentials are put. */
  credentials: string
  /** `%S`: where state is kept. */
  state: string
}

/**
 * The program of `ExecStart=` with its arguments, and its environment. A file of `EnvironmentFile=` outranks `Environment=`
 * wherever it stands, and of equal names the last one counts (systemd.exec(5)).
 */
export function processOf(
  unit: Unit,
  { credentials, state }: Places,
  readSettings: (path: string) => string,
): { command: string[]; env: Record<string, string> } {
  const written = (text: string) => text.replaceAll('%d', credentials).replaceAll('%S', state)
  const env = Object.fromEntries([
    ...unit.all('Environment').flatMap((line) => assignmentsIn(written(line), / +/)),
    ...unit.all('EnvironmentFile').flatMap((path) => assignmentsIn(readSettings(path), /\n/)),
  ])
  const [start] = unit.all('ExecStart')
  const command = start!
    .split(' ')
    .map((word) => word.replaceAll(/\$\{(\w+)\}/g, (_, name) => env[name] ?? ''))
  return { command, env }
}
