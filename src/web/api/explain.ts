/** How figures are made up: one's own, and for staff a user's. */
import { api } from './api.ts'
import { getExplanation, getUserExplanation, type FigureName } from '../../contract/explain.ts'
import type { Reply } from './request.ts'

type Asked = { figure: FigureName; userId: string | null }

const explain = api.injectEndpoints({
  endpoints: (build) => ({
    explanation: build.query<Reply<typeof getExplanation>, Asked>({
      query: ({ figure, userId }) =>
        userId === null
          ? { endpoint: getExplanation, params: { figure } }
          : { endpoint: getUserExplanation, params: { figure, userId } },
      // As old as the figure that it explains, and refetched with it.
      providesTags: (_reply, _error, { userId }) => [userId === null ? 'Me' : 'User'],
    }),
  }),
})

export const { useExplanationQuery } = explain
