/** What somebody sends to a friend: the sign-up page with their code filled in. */
export const referralLinkOf = (code: string) =>
  `${window.location.origin}/signup?ref=${encodeURIComponent(code)}`
