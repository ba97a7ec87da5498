import {
  createSpotlight,
  SpotlightAction,
  SpotlightActionsGroup,
  SpotlightRoot,
  SpotlightSearch,
} from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import dialog from '../../ui/dialog.module.css'
import { Icon } from '../../ui/icon.tsx'
import type { Found, UseSearch } from './found.ts'
import styles from './palette.module.css'
import type { PaletteProps } from './search.tsx'

const [store, spotlight] = createSpotlight()
/** The library looks for what is chosen below it. */
const listId = 'search-results'
const optionId = (place: number) => `${listId}-${place}`

type Looking = { useSearch: UseSearch; placeholder: string }

/** The dialog of a search: what is typed narrows what is listed, the arrows go through it, Enter opens it. */
export function Palette({ open, onClose, ...looking }: PaletteProps & Looking) {
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (open) spotlight.open()
    else spotlight.close()
  }, [open])
  return (
    <SpotlightRoot
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      title="Search"
      classNames={{ ...styles, overlay: dialog.overlay!, content: dialog.content! }}
      zIndex={400}
      lockScroll={false}
      overlayProps={{}}
      transitionProps={{ duration: 0 }}
    >
      <Looking query={query} {...looking} />
    </SpotlightRoot>
  )
}

/** Drawn only while it is open: nothing is asked before. */
function Looking({ query, useSearch, placeholder }: Looking & { query: string }) {
  const { groups, note } = useSearch(query)
  const all = groups.flatMap(({ found }) => found)
  const { chosen, look } = useChosen(all.length, query)
  return (
    <>
      <SpotlightSearch
        placeholder={placeholder}
        leftSection={<Icon name="search" />}
        aria-label={placeholder}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={all[chosen] ? optionId(chosen) : undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={look}
        data-autofocus
      />
      <div className={styles.list} id={listId} role="listbox" aria-label="Results">
        {groups.map(({ label, found }) => (
          <SpotlightActionsGroup key={label} label={label} role="group" aria-label={label}>
            {found.map((one) => (
              <Option
                key={one.id}
                one={one}
                place={all.indexOf(one)}
                isSelected={one === all[chosen]}
              />
            ))}
          </SpotlightActionsGroup>
        ))}
      </div>
      <p className={`caption ${styles.note}`} role="status">
        {note ?? (all.length === 0 ? 'Nothing found.' : '')}
      </p>
    </>
  )
}

/** Which one Enter opens. The library keeps it without telling: `look` is for after it has handled a key. */
function useChosen(count: number, query: string) {
  const [chosen, setChosen] = useState(0)
  const look = () => queueMicrotask(() => setChosen(store.getState().selected))
  const choose = useEffectEvent((place: number) => {
    store.setState({ ...store.getState(), listId, selected: place })
    setChosen(place)
  })
  useEffect(() => choose(0), [query])
  // What comes only after the words were typed, and what goes again.
  useEffect(() => choose(Math.max(0, Math.min(store.getState().selected, count - 1))), [count])
  return { chosen, look }
}

const startOf = ({ does }: { does?: string }) => (does === undefined ? null : { does })

function Option({ one, place, isSelected }: { one: Found; place: number; isSelected: boolean }) {
  const navigate = useNavigate()
  return (
    <SpotlightAction
      // Its `id` is none of the element.
      ref={(element: HTMLButtonElement | null) => {
        if (element) element.id = optionId(place)
      }}
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      label={one.label}
      {...(one.detail === undefined ? {} : { description: one.detail })}
      leftSection={<Icon name={one.icon} />}
      onClick={() => ('to' in one ? void navigate(one.to, { state: startOf(one) }) : one.run())}
    />
  )
}
