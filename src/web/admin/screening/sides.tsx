import type { Finding } from '../../../contract/screening.ts'
import { screeningLists, type ListName } from '../../../contract/screening-lists.ts'
import styles from './screening.module.css'

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

/** Ours and the list's, line by line. */
export function Sides({ finding }: { finding: Finding }) {
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
