/** The words of a command and its reply as the database has them, and whether they are those that its digest was made of. */
import { canonical } from '../lib/canonical.ts'
import { particularsDigest, type Digest } from './chain.ts'

export type JournaledWords = {
  particulars: Digest
  /** Null where they aren't there. */
  words: { salt: string | null; status: number; reply: string } | null
  texts: unknown
  /** The command's subject has left: the words were erased. */
  erased: boolean
}

/** SQL of a command's words; `command` is its row, joined with `wordJoins`. */
export const wordColumns = `encode(command.particulars_digest, 'hex') as particulars,
    case when particulars.command_id is not null then jsonb_build_object('salt', encode(particulars.salt, 'hex'), 'status', particulars.reply_status, 'reply', particulars.reply) end as words,
    particulars.texts, coalesce(subject.status = 'closed', false) as erased`

export const wordJoins = `left join desk.particulars on particulars.command_id = command.id
    left join owners subject on subject.id = command.subject`

/** What is wrong with a person's words, or null. They may only be missing when they were erased with the person. */
export function faultOfWords({ words, texts, particulars, erased }: JournaledWords): string | null {
  if (words === null)
    return erased ? null : 'its words and its reply are gone, and nobody was erased'
  const { salt, status, reply } = words
  if (salt === null) return 'its words or its reply are not those that were recorded'
  return particularsDigest({ salt, texts: canonical(texts), status, reply }) === particulars
    ? null
    : 'its words or its reply are not those that were recorded'
}
