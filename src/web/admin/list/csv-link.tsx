import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** Keeps all that is listed as a file. */
export function CsvLink({ href }: { href: string }) {
  return (
    <LinkButton href={href} variant="default" size="compact-sm" download onClick={sayDownload}>
      Export as CSV
    </LinkButton>
  )
}
