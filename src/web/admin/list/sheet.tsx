import type { ReactNode } from 'react'
import type { ViewedList } from '../../../contract/saved-view.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { CsvLink } from './csv-link.tsx'
import { SavedViews } from '../saved-views/menu.tsx'

type ListSheetProps = {
  title: string
  tabs?: ReactNode
  /** Under which name its views are saved, and what stands in the address now of what makes a view. */
  list: ViewedList
  query: string
  /** Where all that is listed can be downloaded. */
  csv?: string
  aside?: ReactNode
  children: ReactNode
}

/** A list with what is done about it as a whole. */
export function ListSheet({ title, tabs, list, query, csv, aside, children }: ListSheetProps) {
  return (
    <Sheet
      dense
      title={title}
      aside={
        <>
          {tabs}
          <SavedViews list={list} query={query} />
          {csv && <CsvLink href={csv} />}
          {aside}
        </>
      }
    >
      {children}
    </Sheet>
  )
}
