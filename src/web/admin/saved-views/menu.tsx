/** The saved views of a list, one's own and those that others share: opened, saved, copied, renamed, shared and deleted. */
import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ViewedList } from '../../../contract/saved-view.ts'
import { useSavedViewsQuery } from '../../api/saved-views.ts'
import { useStaff } from '../staff.ts'

const SaveView = lazy(() =>
  import('./dialogs.tsx').then((module) => ({ default: module.SaveView })),
)
const ChangeViews = lazy(() =>
  import('./dialogs.tsx').then((module) => ({ default: module.ChangeViews })),
)

type SavedViewsProps = {
  list: ViewedList
  /** What stands in the address now of what makes a view. */
  query: string
}

export function SavedViews({ list, query }: SavedViewsProps) {
  const [asked, ask] = useState<'save' | 'change' | null>(null)
  const { id } = useStaff()
  const { data } = useSavedViewsQuery()
  const views = data?.data.views.filter((view) => view.list === list) ?? []
  const own = views.filter(({ by }) => by.id === id)
  const shared = views.filter(({ by }) => by.id !== id)
  const close = () => ask(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} width={260}>
        <Menu.Target>
          <Button variant="default" size="compact-sm">
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>No saved views</Menu.Label>}
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={{ search: view.query }}
              aria-current={view.query === query || undefined}
            >
              {view.isShared ? `${view.name} (shared)` : view.name}
            </Menu.Item>
          ))}
          {shared.length > 0 && <Menu.Label>Shared by others</Menu.Label>}
          {shared.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={{ search: view.query }}
              aria-current={view.query === query || undefined}
            >
              <bdi>{view.name}</bdi>, by <bdi>{view.by.fullName}</bdi>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => ask('save')}>Save this view...</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={() => ask('change')}>Manage views...</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {asked === 'save' && <SaveView list={list} query={query} onClose={close} />}
        {asked === 'change' && <ChangeViews views={views} onClose={close} />}
      </Suspense>
    </>
  )
}
