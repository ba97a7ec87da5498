import { useLastRootQuery } from '../../api/audit.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from './audit.module.css'

/** The one value to keep outside the house. */
export function LastRoot() {
  return (
    <details className={styles.root}>
      <summary>Latest daily root</summary>
      <Root />
    </details>
  )
}

function Root() {
  const { data, ...answer } = useLastRootQuery()
  if (!data) return <NotLoaded what="the root" rows={2} {...answer} />
  const [root] = data.data.roots
  if (!root) return <Empty>No day has ended yet. The first root is made after midnight UTC.</Empty>
  return (
    <div className="stack">
      <p>
        Root of {root.day}, covering {root.heads.toLocaleString('en-US')}{' '}
        {root.heads === 1 ? 'account' : 'accounts'}.
      </p>
      <CopyText text={root.root} name="daily root" />
      <p className="small">
        It covers everything that had happened to everybody by then. Store a copy outside this
        system: if anything earlier is ever changed, even by the owner of the database,{' '}
        <code>npm run audit -- --chain</code> reports a break or a different value.
      </p>
    </div>
  )
}
