/** Why a file isn't taken, in a sentence that says what works instead. */
import { ProblemError } from '../../contract/problems.ts'
import type { Refused } from '../../platform/pictures/task.ts'

const works = 'Send a photo as JPEG, PNG or WebP, or a PDF. Nothing was stored.'

const refusals: Record<Refused, ConstructorParameters<typeof ProblemError>[0]> = {
  'another-kind': 'file_kind_refused',
  heif: {
    code: 'file_kind_refused',
    message:
      'Photos in HEIF or AVIF cannot be used. On an iPhone, set Settings, Camera, Formats to “Most Compatible” and take it anew, or send a screenshot of it. Nothing was stored.',
  },
  office: {
    code: 'file_kind_refused',
    message:
      'Archives and office documents cannot be used. Save the document as a PDF and send that. Nothing was stored.',
  },
  markup: {
    code: 'file_kind_refused',
    message: `Drawings and web pages cannot be used, because they can run programs. ${works}`,
  },
  damaged: 'file_damaged',
  'too-many-pixels': 'picture_too_large',
  locked: {
    code: 'pdf_refused',
    message:
      'This PDF is locked by a password. Print it to a new PDF without one and send that. Nothing was stored.',
  },
  'too-many-pages': {
    code: 'pdf_refused',
    message:
      'This PDF has more than 100 pages. Send only the pages that matter. Nothing was stored.',
  },
  'no-such-page': 'not_found',
  'too-costly': {
    code: 'file_damaged',
    message:
      'This file takes too long or too much memory to read. Take a photo of it, or print it to a new PDF, and send that. Nothing was stored.',
  },
}

export const refusalOf = (reason: Refused): ProblemError => new ProblemError(refusals[reason])
