/** What mails are made of. */

/** A paragraph, amounts and what else is to be looked up, or a link; `main` is what the mail asks for. */
export type Part = string | Rows | Link
export type Rows = { rows: readonly (readonly [label: string, value: string])[] }
export type Link = { link: string; href: string; main?: boolean }

/** What a mail says, in its order; below it, who says so. */
export type Letter = { subject: string; parts: readonly Part[]; end: readonly string[] }
