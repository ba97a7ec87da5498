import { configDefaults, defineConfig } from 'vitest/config'
import { compileCache } from './tests/support/compile-cache.ts'
import { everything, isSlow, story, thorough } from './tests/support/extent.ts'

/** Real processes and browsers share two cores here: patience, but no blind waiting. */
const slower = isSlow ? 4 : 1
const patient = {
  testTimeout: 60_000 * slower,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 15_000 * slower } },
}

const exclude = [...configDefaults.exclude, ...(everything ? [] : ['**/*.thorough.test.ts'])]

/*
 * `isolate: false`: a file has a database or a server of its own, and no module of ours keeps anything that another file
 * could see, so a worker loads the modules once.
 */
export default defineConfig({
  test: {
    tags: [
      { name: thorough, description: 'left to npm run test:all' },
      { name: story, description: 'tests that build on one another' },
    ],
    ...(everything ? {} : { tagsFilter: [`!${thorough}`] }),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude,
          runner: 'tests/support/runner.ts',
          setupFiles: 'tests/support/after-file.ts',
          isolate: false,
          env: compileCache,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude,
          runner: 'tests/support/runner.ts',
          globalSetup: 'tests/support/cluster.ts',
          setupFiles: 'tests/support/after-file.ts',
          isolate: false,
          env: compileCache,
          // Two wait for processes and for the database a third of their time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...patient,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude,
          runner: 'tests/support/runner.ts',
          globalSetup: 'tests/support/cluster.ts',
          setupFiles: 'tests/support/after-file.ts',
          isolate: false,
          env: compileCache,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...patient,
        },
      },
    ],
  },
})
