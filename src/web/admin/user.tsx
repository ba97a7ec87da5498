import { titled } from '../seo.ts'

export const meta = titled('User')

export default function UserPage() {
  return <h1>User</h1>
}
