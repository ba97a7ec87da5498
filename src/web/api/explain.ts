/** How the own figures are made up. */
import { api } from './api.ts'
import { getExplanation, type FigureName } from '../../contract/explain.ts'
import type { Reply } from './request.ts'

const explain = api.injectEndpoints({
  endpoints: (build) => ({
    explanation: build.query<Reply<typeof getExplanation>, FigureName>({
      query: (figure) => ({ endpoint: getExplanation, params: { figure } }),
      // As old as the figure that it explains, and asked for anew with it.
      providesTags: ['Me'],
    }),
  }),
})

export const { useExplanationQuery } = explain
