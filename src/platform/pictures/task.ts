/** What the process that reads strangers' files is asked, and what it answers. */

/** `accept`: whether the file can be kept, and as what. `page`: a picture of one page of a PDF, counted from 1. */
export type Task =
  | { what: 'accept'; bytes: Uint8Array }
  | { what: 'page'; bytes: Uint8Array; page: number }

/** Why a file can't be kept or shown. */
export type Refused =
  | 'another-kind'
  | 'heif'
  | 'office'
  | 'markup'
  | 'damaged'
  | 'too-many-pixels'
  | 'locked'
  | 'too-many-pages'
  | 'no-such-page'
  | 'too-costly'

export type MediaType = 'image/jpeg' | 'application/pdf'

/** `bytes`: a picture as it was made anew; null where the file is kept as it came. */
export type Accepted = { mediaType: MediaType; pages: number; bytes: Uint8Array | null }

export type Answer = { accepted: Accepted } | { picture: Uint8Array } | { refused: Refused }
