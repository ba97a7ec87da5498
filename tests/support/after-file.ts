/** Runs in every test file: a hook of a module would belong to the first file alone, where files share their modules. */
import { afterAll } from 'vitest'
import { removeFolders } from './folder.ts'

afterAll(removeFolders)
