/** `npm start`: the server and the house's own work in one process; `npm run server`: the server alone. */
import './platform/node-version.ts'
import { createPages } from './http/pages/pages.ts'
import { ensureWebBuild } from './platform/web-build.ts'
import { runServer } from './run-server.ts'

const works = !process.argv.includes('--without-worker')

runServer({ prepare: ensureWebBuild, createPages }, { works })
