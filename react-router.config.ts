import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: process.env.GLASSHOUSE_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The whole route list travels with the page: no address besides pages, assets and the API exists.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
