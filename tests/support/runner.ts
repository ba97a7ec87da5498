/**
 * Tests that build on one another say so by the tag `story`, of their describe or of the file (`@module-tag story`): they stop
 * at the first that didn't pass. With GLASSHOUSE_TEST_ORDER=backwards all others run from the last of a file to the first, so
 * that one fails which needs what an earlier one left behind, on every machine, and not only where the earlier one is skipped.
 */
import { TestRunner, type RunnerTask, type RunnerTestFile, type RunnerTestSuite } from 'vitest'
import { backwards, isLeftToAll, story } from './extent.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The step of its story that didn't pass, for a test that wasn't run because of it. */
    stoppedBy?: string
  }
}

type Test = Extract<RunnerTask, { type: 'test' }>

const tellsStory = ({ tags = [] }: RunnerTask) => tags.includes(story)

/** The outermost that tells a story with this test or describe in it. */
function storyOf(task: RunnerTask): RunnerTestSuite | null {
  if (!tellsStory(task)) return null
  let outermost: RunnerTask = task
  for (
    let above = task.suite ?? task.file;
    above !== outermost && tellsStory(above);
    above = above.suite ?? above.file
  )
    outermost = above
  return outermost.type === 'suite' ? outermost : null
}

function turnAround(suite: RunnerTestSuite): void {
  if (tellsStory(suite)) return
  suite.tasks.reverse()
  for (const task of suite.tasks) if (task.type === 'suite') turnAround(task)
}

export default class Runner extends TestRunner {
  /** By story, the step that stopped it. */
  private readonly stops = new Map<RunnerTestSuite, string>()

  /** Only now, so that reports keep the order of the file. */
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    if (backwards) for (const file of files) turnAround(file)
  }

  private stopAt(task: RunnerTask): void {
    const told = storyOf(task)
    if (told && told !== task && !this.stops.has(told)) this.stops.set(told, task.name)
  }

  private stopOf(task: RunnerTask): string | undefined {
    const told = storyOf(task)
    return told ? this.stops.get(told) : undefined
  }

  /** Left out by whoever chose what to run, which says nothing about the machine. */
  private isLeftOut(task: RunnerTask): boolean {
    if (this.config.testNamePattern !== undefined) return true
    return task.type === 'suite'
      ? task.tasks.every((inside) => this.isLeftOut(inside))
      : isLeftToAll(task.tags ?? [])
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite)
    if (suite.mode === 'skip' && !this.isLeftOut(suite)) this.stopAt(suite)
    // What its hooks prepare would build on the step that is missing.
    if (this.stopOf(suite) !== undefined && suite.mode !== 'skip')
      for (const hooks of Object.values(TestRunner.getSuiteHooks(suite))) hooks.length = 0
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test)
    const stoppedBy = this.stopOf(test)
    if (stoppedBy !== undefined && test.mode === 'run') {
      const note = `its story stopped at “${stoppedBy}”`
      Object.assign(test, { mode: 'skip', result: { state: 'skip', note } })
      test.meta.stoppedBy = stoppedBy
    } else if (test.mode === 'skip' && !this.isLeftOut(test)) this.stopAt(test)
  }

  /** Here a test that skips itself has said so. */
  override async onAfterRetryTask(
    ...args: Parameters<TestRunner['onAfterRetryTask']>
  ): Promise<void> {
    await super.onAfterRetryTask(...args)
    if (args[0].result?.state === 'skip') this.stopAt(args[0])
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') this.stopAt(test)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite.result?.state === 'fail') this.stopAt(suite)
  }
}
