import { Link } from 'react-router'
import { useImportsInfiniteQuery } from '../../api/imports.ts'
import { Note } from '../../ui/states.tsx'

/** What waits while imported people's money hasn't arrived; nothing where none does. */
export function NotCleared() {
  const [newest] = useImportsInfiniteQuery({}).data?.pages[0]?.data.imports ?? []
  if (newest === undefined || newest.state === 'cleared') return null
  return (
    <Note>
      Customers are being imported. Approvals, new investments and lowering corrections wait until
      their money has arrived. <Link to="/admin/imports">See the import</Link>
    </Note>
  )
}
