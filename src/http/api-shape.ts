/** A schema of the contract in the words of a page: fields one below the other, as a type, and as an example. */
import type { ApiField } from '../contract/site.ts'
import { accountIdFromDigits } from '../lib/account-id.ts'

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

const variantsOf = ({ anyOf, oneOf, type, ...rest }: Schema): Schema[] =>
  anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : [])

const formats: Record<string, string> = { uuid: 'UUID', 'date-time': 'time', email: 'email' }

/** A type as TypeScript writes it, objects over several lines. */
export function shapeOf(schema: Schema, indent = ''): string {
  const variants = variantsOf(schema)
  if (variants.length > 0)
    return [...new Set(variants.map((one) => shapeOf(one, indent)))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') return `${shapeOf(schema.items ?? {}, indent)}[]`
  if (schema.type === 'object' && schema.properties) return objectShape(schema, indent)
  if (schema.type === 'object')
    return `{ [name: string]: ${shapeOf(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}, indent)} }`
  if (schema.type === 'integer') return 'number'
  return String(schema.type ?? 'unknown')
}

function objectShape({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, field]) => {
    const note = noteOf(field)
    return `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field, inner)}${note === '' ? '' : `  // ${note}`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** The type in a word or two, for a column. */
function typeOf(schema: Schema): string {
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return String(schema.type ?? 'anything')
}

function noteOf(schema: Schema): string {
  const { format, description, minLength, maxLength, minimum, maximum, exclusiveMinimum } = schema
  const largest = Number.MAX_SAFE_INTEGER
  return [
    description ?? variantsOf(schema).find((one) => one.description)?.description,
    format && formats[format],
    minLength === undefined || minLength <= 1 ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined || minimum <= -largest ? '' : `from ${minimum} on`,
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    maximum === undefined || maximum >= largest ? '' : `up to ${maximum}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** The fields of an object, those of its objects below them; of a choice between objects, those of each. */
export function fieldsOf(schema: Schema, depth = 0): ApiField[] {
  const variants = variantsOf(schema)
  if (variants.length > 0) return distinct(variants.flatMap((one) => fieldsOf(one, depth)))
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    {
      name,
      depth,
      type: typeOf(field),
      required: schema.required?.includes(name) ?? false,
      note: noteOf(field),
    },
    ...fieldsOf(field.type === 'array' ? (field.items ?? {}) : field, depth + 1),
  ])
}

const distinct = (fields: ApiField[]) => [
  ...new Map(fields.map((field) => [JSON.stringify(field), field])).values(),
]

const examples: Record<string, unknown> = {
  email: 'ada@people.example',
  fullName: 'Ada Example',
  password: 'orange lantern',
  confirmPassword: 'orange lantern',
  newPassword: 'orange lantern',
  currentPassword: 'orange lantern',
  amount: 250,
  fundingAmount: 250,
  accountId: accountIdFromDigits('290755134'),
  recipientAccountId: accountIdFromDigits('290755134'),
  bankName: 'My wallet',
  bankNumber: 'tb1q…',
  reason: 'As we spoke about',
  reference: 'a reference of the bank',
  riskWarning: 'What you invest can be lost.',
  title: 'A new plan',
  text: 'Called',
  code: '123456',
}

/** The least that a call takes, with values that a reader understands. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (name in examples) return examples[name]
  const variants = variantsOf(schema)
  if (variants.length > 0) return exampleOf(variants[0]!, name)
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((field) => [
        field,
        exampleOf(schema.properties?.[field] ?? {}, field),
      ]),
    )
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, name)]
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  return schema.format === 'uuid' ? '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f' : '…'
}
