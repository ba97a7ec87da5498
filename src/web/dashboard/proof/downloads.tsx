import { Button } from '@mantine/core'
import { LinkButton } from '../../ui/link-button.tsx'

type DownloadsProps = { account: string; day: string; text: string }

/** To the letter as the server sent it: a check compares every byte. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // A browser that asks where to put it reads it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function Downloads({ account, day, text }: DownloadsProps) {
  return (
    <div className="row">
      <Button onClick={() => save(`glasshouse-proof-${account}-${day}.json`, text)}>
        Download my proof
      </Button>
      <LinkButton
        href={`/proofs/${day}.json`}
        variant="default"
        download={`glasshouse-manifest-${day}.json`}
      >
        Download the manifest
      </LinkButton>
    </div>
  )
}
