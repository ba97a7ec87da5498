import { toastGood } from './toast.tsx'

/** What a link to a file says when it is pressed: the server may take a while, and the page stays as it is. */
export function sayDownload(): void {
  toastGood('Download requested. Your browser saves the file when it arrives.')
}
