import { data, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { describe } from '../../seo.ts'
import { publicPagesContext } from '../../site.ts'
import { TextDocument } from '../text-document.tsx'

export const handle = { static: true }

/** Where a demonstration's links to the outside lead. With real money there is no such page. */
export function loader({ context }: LoaderFunctionArgs) {
  const { demonstration } = context.get(publicPagesContext)
  if (!demonstration) throw data(null, 404)
  return demonstration
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  return describe(matches, {
    title: loaderData.title,
    description: loaderData.description,
    path: '/demonstration',
  })
}

export default function Demonstration() {
  return <TextDocument page={useLoaderData<typeof loader>()} />
}
