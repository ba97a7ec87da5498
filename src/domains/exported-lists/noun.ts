import type { Noun } from '../noun.ts'
import { exportList } from './rules.ts'

export const noun = { commands: { ExportList: exportList } } satisfies Noun
