/** The contract as OpenAPI 3.1, generated from the table of endpoints that the server is bound to. */
import { capabilities } from '../contract/roles.ts'
import { z } from 'zod'
import { fullPath, takenOf, type Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { problemSchema, problemType } from '../contract/problems.ts'

type Json = Record<string, unknown>

export function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return json
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A repeated request with the same key and body gets the first reply again, byte for byte',
}

const problem = {
  description: 'Refused',
  content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
}

const audiences = {
  public: 'Anyone',
  'signed-in': 'Anyone signed in',
  investor: 'Anyone signed in, but auditors',
} as const

const audienceOfAccess = (endpoint: Endpoint): string => {
  const takes = takenOf(endpoint)
  return takes.length === 0
    ? audiences[endpoint.access as keyof typeof audiences]
    : `Staff who may ${takes.map((one) => capabilities[one]).join('; and ')}`
}

export function audienceOf(endpoint: Endpoint): string {
  return `${audienceOfAccess(endpoint)}${endpoint.demoOnly ? ', in the demonstration only' : ''}`
}

function contentOf({ reply }: Endpoint): Json {
  return 'media' in reply
    ? { [reply.media]: {} }
    : { 'application/json': { schema: schemaOf(reply) } }
}

function bodyOf({ body, bytes }: Endpoint): Json {
  if (bytes) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  return body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(body) } },
        },
      }
    : {}
}

function operation(name: string, endpoint: Endpoint): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.keyed ? [keyHeader] : []),
  ]
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `Who may: ${audienceOf(endpoint)}.`,
    security: endpoint.access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: endpoint.summary,
        content: contentOf(endpoint),
      },
      default: problem,
    },
  }
}

export function openApi(title: string, cookieName: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = fullPath(endpoint).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Money is a JSON number of dollars with at most two decimals. Times are ISO 8601 in UTC. Unknown fields are refused.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema) },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that /signup and /login reply with',
        },
      },
    },
  }
}
