import { Fragment } from 'react'

/** An email address whose lines, where it needs several, end after its `@` or a dot. */
export function Email({ children }: { children: string }) {
  return children.split(/(?<=[@.])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
