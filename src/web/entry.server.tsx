import { renderToReadableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, type HandleDocumentRequestFunction } from 'react-router'
import { siteContext, type Site } from './site.ts'

/** Pages are rendered once and kept, so the whole of each is awaited. */
const renderDocument: HandleDocumentRequestFunction = async (request, status, headers, routerContext) => {
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />)
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}
export default renderDocument

/** The load context of one rendering; `src/http/pages.ts` calls it through the server build. */
export function contextOf(site: Site): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}
