/** Rendered pages, kept with the policy that each of them needs. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepFile, revalidate, sendFile, type KeptFile } from '../kept-file.ts'
import { pagePolicy } from './policy.ts'

export type KeptPage = { policy: string; file: KeptFile }

export function keepPage(html: string, isApp: boolean): KeptPage {
  return {
    policy: pagePolicy(html, isApp),
    file: keepFile(Buffer.from(html), 'text/html; charset=utf-8'),
  }
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { policy, file }: KeptPage,
  status = 200,
): Promise<FastifyReply> {
  return sendFile(
    request,
    reply.header('content-security-policy', policy),
    file,
    revalidate,
    status,
  )
}
