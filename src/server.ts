/** `npm start`: the server, with the pages as they were built. */
import './platform/node-version.ts'
import { createPages } from './http/pages/pages.ts'
import { ensureWebBuild } from './platform/web-build.ts'
import { runServer } from './run-server.ts'

runServer({ prepare: ensureWebBuild, createPages })
