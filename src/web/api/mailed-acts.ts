/** What the links in e-mails do without signing in. */
import { cancelByLink, freezeByLink, getRequestByLink } from '../../contract/mailed-acts.ts'
import { api } from './api.ts'
import type { Params, Reply } from './request.ts'

const acts = api.injectEndpoints({
  endpoints: (build) => ({
    requestByLink: build.query<Reply<typeof getRequestByLink>, Params<typeof getRequestByLink>>({
      query: (params) => ({ endpoint: getRequestByLink, params }),
    }),
    cancelByLink: build.mutation<Reply<typeof cancelByLink>, Params<typeof cancelByLink>>({
      query: (params) => ({ endpoint: cancelByLink, params }),
    }),
    freezeByLink: build.mutation<Reply<typeof freezeByLink>, Params<typeof freezeByLink>>({
      query: (params) => ({ endpoint: freezeByLink, params }),
    }),
  }),
})

export const { useRequestByLinkQuery, useCancelByLinkMutation, useFreezeByLinkMutation } = acts
