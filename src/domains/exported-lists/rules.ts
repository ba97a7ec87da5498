/** A file with other people's data leaves a line in the audit: who exported which list, by which filter, and how many rows. */
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { numberIfAny, textOf, wordsIfAny } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'

/** `filter`: what was chosen, without words that somebody typed; `search`: those words. */
export type ExportList = { file: string; filter: string; search: string | null; rows: number }

const searched = (search: string) => `Searched for “${search}”`

/** Recorded before the first byte, each time. */
export const exportList = defineStaffCommand<ExportList>({
  may: 'work-here',
  recall: (kept) => ({
    command: {
      file: textOf(kept, 'file'),
      filter: textOf(kept, 'filter'),
      search: wordsIfAny(kept, 'search'),
      rows: numberIfAny(kept, 'rows') ?? 0,
    },
  }),
  journal: ({ file, filter, rows }) => ({ file, filter, rows }),
  subject: () => firm,
  needs: () => ({ owners: [firm] }),
  decide: (_, { search }, { actor }) =>
    actor === null
      ? refuse('forbidden')
      : {
          postings: [],
          activity: [],
          ...(search === null ? {} : { texts: { search, reason: searched(search) } }),
        },
  reply: () => ({ status: 200, body: { status: 'success', message: 'The export is recorded.' } }),
})
