import { titled } from '../seo.ts'

export const meta = titled('Plans')

export default function PlansPage() {
  return <h1>Plans</h1>
}
