import { useMatchesInfiniteQuery } from '../../api/screening.ts'
import { useAddress } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { List, useListed } from '../list/listed.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { LoadedLists } from './lists.tsx'
import { MatchItem } from './match.tsx'
import entries from '../list/list.module.css'
import { Head } from '../head.tsx'

export const meta = titled('Screening')

const lists = { open: 'To decide', decided: 'Decided' } as const
type ListName = keyof typeof lists

const nothing: Record<ListName, string> = {
  open: 'No possible match is waiting for a decision.',
  decided: 'No possible match has been decided yet.',
}

/** Who may be on a list under sanctions, and the lists that are loaded. */
export default function ScreeningPage() {
  const [query] = useAddress()
  const list: ListName = query.get('list') === 'decided' ? 'decided' : 'open'
  return (
    <>
      <Head title="Screening">
        Possible matches with lists under sanctions. Nobody else is told more than “A check that the
        law requires”: don’t tell the person either.
      </Head>
      <Sheet
        dense
        title="Possible matches"
        aside={
          <ListTabs
            label="Lists of matches"
            words={lists}
            current={list}
            queryOf={(one) => (one === 'open' ? '' : '?list=decided')}
          />
        }
      >
        <Matches list={list} />
      </Sheet>
      <LoadedLists />
    </>
  )
}

function Matches({ list }: { list: ListName }) {
  const answer = useMatchesInfiniteQuery(list === 'decided' ? { decided: 'true' } : {})
  const listed = useListed(answer, {
    what: 'the matches',
    view: list,
    rowsOf: (page) => page.data.matches,
    keyOf: ({ id }) => id,
  })
  return (
    <List of={listed} empty={<Empty>{nothing[list]}</Empty>}>
      {(rows) => (
        <ul className={entries.entries} aria-label="Possible matches">
          {rows.map((match) => (
            <MatchItem key={match.id} match={match} />
          ))}
        </ul>
      )}
    </List>
  )
}
