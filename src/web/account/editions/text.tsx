/** What of an edition is read: what it changes, and its whole text. */
import type { TextPage } from '../../../contract/site.ts'
import { useEditionTextQuery } from '../../api/editions.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { TextWithChanges } from '../../ui/text-changes.tsx'

/** Both as they are kept: pages, written as JSON. */
export function EditionText({ content, before }: { content: string; before: string | null }) {
  return (
    <TextWithChanges
      page={JSON.parse(content) as TextPage}
      before={before === null ? null : (JSON.parse(before) as TextPage)}
    />
  )
}

export function LoadedText({ id }: { id: string }) {
  const { data, ...answer } = useEditionTextQuery(id)
  return data ? <EditionText {...data.data} /> : <NotLoaded what="the text" rows={3} {...answer} />
}
