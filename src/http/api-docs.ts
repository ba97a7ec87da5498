/** The readable page of the API: every endpoint and every refusal, from the tables that the server runs on. */
import type { z } from 'zod'
import { fullPath, type Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { problems } from '../contract/problems.ts'
import { audienceOf, schemaOf } from './openapi.ts'
import { escapeHtml as text, plainPage } from './plain-page.ts'

function schemaBlock(label: string, schema: z.ZodType | undefined): string {
  if (!schema) return ''
  return `<details><summary>${label}</summary><pre>${text(JSON.stringify(schemaOf(schema), null, 1))}</pre></details>`
}

function endpointSection([name, endpoint]: [string, Endpoint]): string {
  return `<section id="${name}">
<h3><code>${endpoint.method} ${text(fullPath(endpoint))}</code></h3>
<p>${text(endpoint.summary)}. Replies ${endpoint.status ?? 200}.<br>Who may: ${audienceOf(endpoint)}.${endpoint.keyed ? ' Takes an <code>Idempotency-Key</code>.' : ''}</p>
${schemaBlock('Path', endpoint.params)}${schemaBlock('Query', endpoint.query)}${schemaBlock('Body', endpoint.body)}${'media' in endpoint.reply ? `<p>Replies <code>${endpoint.reply.media}</code>.</p>` : schemaBlock('Reply', endpoint.reply)}
</section>`
}

function problemRow([code, [status, title, message]]: [string, readonly [number, string, string]]): string {
  return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${text(title)}</td><td>${text(message)}</td></tr>`
}

export function apiDocsPage(openApiPath: string, playMoney: boolean): string {
  return plainPage({ title: 'Glasshouse API', playMoney, body: `<h1>Glasshouse API</h1>
<p>JSON over HTTP. Money is a number of US dollars with at most two decimals; times are ISO 8601 in UTC; fields nobody knows are refused.
Sign in with <code>POST /invest/api/v1/login</code> and send the reply’s <code>token</code> as <code>Authorization: Bearer …</code>; browsers live on the cookie.
The same as <a href="${openApiPath}">OpenAPI 3.1</a>.</p>
<h2>Repeating safely</h2>
<p>Every call that books money or changes a person takes an <code>Idempotency-Key</code> (at most 255 characters). The same key with the same body gets the first reply
again, byte for byte, and nothing is booked twice; with another body it is refused.</p>
<h2>Calls</h2>
${Object.entries<Endpoint>(endpoints).map(endpointSection).join('\n')}
<h2>Refusals</h2>
<p>As <code>application/problem+json</code> (RFC 9457) with <code>type, title, status, detail, code, message, requestId</code>, and <code>fields</code> where single fields are wrong.</p>
<div class="scroll"><table><thead><tr><th>Code</th><th>Status</th><th>Title</th><th>Message</th></tr></thead><tbody>
${Object.entries(problems).map(problemRow).join('\n')}
</tbody></table></div>` })
}
