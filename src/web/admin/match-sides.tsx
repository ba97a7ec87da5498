/** Both sides of a possible match, wherever somebody decides on it. */
import type { Proposal } from '../../contract/proposal.ts'
import type { Finding, Match } from '../../contract/screening.ts'
import { screeningLists, type ListName } from '../../contract/screening-lists.ts'
import { NotLoaded } from '../api/not-loaded.tsx'
import { useMatchQuery } from '../api/screening.ts'
import { Note } from '../ui/states.tsx'
import styles from './match-sides.module.css'

const sources: Record<Finding['ours']['as'], string> = {
  person: 'Name',
  holder: 'Holder of a bank account',
  payer: 'Payer',
  'paid-to': 'Coins sent to',
  'came-from': 'Coins came from',
}

const births: Record<string, string> = {
  same: 'same year of birth',
  near: 'years of birth one apart',
  other: 'another year of birth',
  unknown: 'year of birth not compared',
}

const titleOf = (list: string) =>
  Object.hasOwn(screeningLists, list) ? screeningLists[list as ListName] : list

const shown = (values: readonly string[]) => (values.length === 0 ? 'Not known' : values.join(', '))

/** The match that a proposal decides on, which has neither side itself. Of any other proposal, nothing. */
export function useMatchOf({ kind, facts }: Proposal) {
  const isOfMatch = kind === 'check-decision'
  const { data, ...answer } = useMatchQuery({ check: String(facts.check) }, { skip: !isOfMatch })
  const finding = data && (data.data.matches[0]?.finding ?? null)
  return { isUnseen: isOfMatch && !finding, isOfMatch, finding, answer }
}

/** What stands before the question whether somebody agrees. */
export function MatchOf({ of }: { of: ReturnType<typeof useMatchOf> }) {
  const { isOfMatch, finding, answer } = of
  if (!isOfMatch) return null
  return finding === undefined ? (
    <NotLoaded what="both sides" {...answer} />
  ) : (
    <MatchSides finding={finding} />
  )
}

export const MatchSides = ({ finding }: Pick<Match, 'finding'>) =>
  finding ? (
    <Sides finding={finding} />
  ) : (
    <Note tone="bad">
      The match differs from what was recorded, or was erased. Don’t decide on it: have the database
      checked.
    </Note>
  )

/** Ours and the list's, line by line. */
function Sides({ finding }: { finding: Finding }) {
  const { ours, theirs, day, score, strength, birth } = finding
  const others = theirs.names.filter((name) => name !== theirs.matched)
  const lines: [label: string, one: string, other: string][] = [
    [sources[ours.as], ours.matched, theirs.matched],
    ['Other names', '', others.length === 0 ? 'None' : others.join(', ')],
    ['Born', ours.born ?? 'Not known', shown(theirs.births)],
    ['Country', ours.country ?? 'Not known', shown(theirs.countries)],
  ]
  return (
    <>
      <table className={styles.sides} role="table" aria-label="Both sides">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              <span className="hide">What is compared</span>
            </th>
            <th role="columnheader" scope="col">
              Here
            </th>
            <th role="columnheader" scope="col">
              List
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map(([label, one, other]) => (
            <tr key={label} role="row">
              <th role="rowheader" scope="row">
                {label}
              </th>
              <td role="cell" data-side="Here">
                {one && <bdi>{one}</bdi>}
              </td>
              <td role="cell" data-side="List">
                <bdi>{other}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">
        {titleOf(theirs.list)}, {theirs.reference} ({theirs.kind}), list of {day}. Likeness {score}
        %, {births[birth] ?? birth}
        {strength === 'weak' && ', a weak alias'}.
      </p>
    </>
  )
}
