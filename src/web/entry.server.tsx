import { renderToReadableStream } from 'react-dom/server'
import {
  RouterContextProvider,
  ServerRouter,
  type HandleDocumentRequestFunction,
} from 'react-router'
import type { PublicPages, Site } from '../contract/site.ts'
import { publicPagesContext, rootContext } from './site.ts'

/** Pages are rendered once and kept, so the whole of each is awaited. */
const renderDocument: HandleDocumentRequestFunction = async (
  request,
  status,
  headers,
  routerContext,
) => {
  const stream = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} />,
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}
export default renderDocument

type Facts = { site: Site; pages: PublicPages; behaviour: string }

/** The load context of one rendering; `src/http/pages/render.ts` calls it through the server build. */
export function contextOf({ site, pages, behaviour }: Facts): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(rootContext, { ...site, behaviour })
  context.set(publicPagesContext, pages)
  return context
}
