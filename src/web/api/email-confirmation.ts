/** The e-mail address of one's account: the link that confirms it. */
import { sendVerification } from '../../contract/session.ts'
import { api } from './api.ts'
import type { Reply } from './request.ts'

const verification = api.injectEndpoints({
  endpoints: (build) => ({
    // What it says depends on whether the address was confirmed meanwhile.
    sendVerification: build.mutation<Reply<typeof sendVerification>, void>({
      query: () => ({ endpoint: sendVerification }),
      invalidatesTags: ['Me'],
    }),
  }),
})

export const { useSendVerificationMutation } = verification
