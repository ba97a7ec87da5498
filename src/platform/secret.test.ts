import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../tests/support/folder.ts'
import { readSecret } from './secret.ts'

test('a given secret is used, and nothing is written', async () => {
  const dataFolder = await newFolder()
  expect(await readSecret({ secret: 'given', dataFolder })).toBe('given')
  expect(await readdir(dataFolder)).toEqual([])
})

test('servers that start together generate one secret, which only its owner can read', async () => {
  const dataFolder = join(await newFolder(), 'data')
  const secrets = await Promise.all(
    Array.from({ length: 8 }, () => readSecret({ secret: null, dataFolder })),
  )
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await readSecret({ secret: null, dataFolder })).toBe(secrets[0])
  expect((await stat(join(dataFolder, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataFolder)).toEqual(['secret'])
})

test('a damaged secret is not silently replaced', async () => {
  const dataFolder = await newFolder()
  await writeFile(join(dataFolder, 'secret'), '')
  await expect(readSecret({ secret: null, dataFolder })).rejects.toThrow('is damaged')
})
