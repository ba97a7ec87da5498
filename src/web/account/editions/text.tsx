/** What of an edition is read: what it changes, and its whole text. */
import type { TextPage } from '../../../contract/site.ts'
import { useEditionTextQuery } from '../../api/editions.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { TextChanges, WholeText } from '../../ui/text-changes.tsx'

type Text = { content: string; before: string | null }

/** `before`: the edition that it follows; null of a first one. */
export function EditionText({ content, before }: Text) {
  const page = JSON.parse(content) as TextPage
  return (
    <>
      {before !== null && (
        <details>
          <summary>Paragraphs that change</summary>
          <TextChanges before={JSON.parse(before) as TextPage} after={page} />
        </details>
      )}
      <details>
        <summary>Whole text</summary>
        <WholeText page={page} />
      </details>
    </>
  )
}

export function LoadedText({ id }: { id: string }) {
  const { data, ...answer } = useEditionTextQuery(id)
  return data ? <EditionText {...data.data} /> : <NotLoaded what="the text" rows={3} {...answer} />
}
