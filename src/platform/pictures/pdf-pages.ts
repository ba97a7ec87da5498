/**
 * Looks into a PDF, and makes pictures of its pages, by PDFium in WebAssembly. Nothing in it is run: PDFium is built
 * without scripts, and no form is filled. Runs in a process of its own.
 */
import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import { maxPagesShown } from '../../contract/document.ts'
import { jpegOf } from './picture.ts'
import type { Accepted, Refused } from './task.ts'

const maxPages = 100
const longestSide = 1600

/** What the wrapper has inside and doesn't show: whether a document is encrypted, also by an empty password. */
type Inside = {
  module: { _FPDF_GetSecurityHandlerRevision(document: number): number }
  documentIdx: number
}

function isEncrypted(document: PDFiumDocument): boolean {
  const { module, documentIdx } = document as unknown as Inside
  return module._FPDF_GetSecurityHandlerRevision(documentIdx) !== -1
}

let library: Promise<PDFiumLibrary> | null = null

async function opened<T>(
  bytes: Uint8Array,
  work: (document: PDFiumDocument) => Promise<T> | T,
): Promise<T | Refused> {
  library ??= PDFiumLibrary.init()
  const pdfium = await library
  const document = await pdfium.loadDocument(bytes).catch((error: Error) => {
    if (/password|security/i.test(error.message)) return null
    throw error
  })
  if (document === null) return 'locked'
  try {
    return isEncrypted(document) ? 'locked' : await work(document)
  } finally {
    document.destroy()
  }
}

/** Whether it opens here, has a first page, and isn't too long. */
export function judgePdf(bytes: Uint8Array): Promise<Accepted | Refused> {
  return opened(bytes, (document): Accepted | Refused => {
    const pages = document.getPageCount()
    if (pages < 1) return 'damaged'
    if (pages > maxPages) return 'too-many-pages'
    const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
    return originalWidth > 0 && originalHeight > 0
      ? { mediaType: 'application/pdf', pages, bytes: null }
      : 'damaged'
  })
}

/** At least a pixel wide and high, whatever the page says of its size. */
export function pictureOfPage(bytes: Uint8Array, page: number): Promise<Uint8Array | Refused> {
  return opened(bytes, async (document): Promise<Uint8Array | Refused> => {
    if (page < 1 || page > Math.min(document.getPageCount(), maxPagesShown)) return 'no-such-page'
    const shown = document.getPage(page - 1)
    const { originalWidth, originalHeight } = shown.getOriginalSize()
    const longest = Math.max(originalWidth, originalHeight)
    if (!(longest > 0)) return 'damaged'
    const { data, width, height } = await shown.render({
      width: Math.max(1, Math.round((originalWidth * longestSide) / longest)),
      height: Math.max(1, Math.round((originalHeight * longestSide) / longest)),
    })
    return jpegOf(data, { width, height, channels: 4 })
  })
}
