import { reactRouter } from '@react-router/dev/vite'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The pages rendered by the server keep the schemas, their behaviour in the browser doesn't. */
const withoutSchemas: Plugin = {
  name: 'glasshouse:without-schemas',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) =>
    source === 'zod' ? join(import.meta.dirname, 'src/web/without-schemas.ts') : null,
}

/**
 * The looks of the signed-in app are small and many: as one style sheet they are there when somebody signs in, and home
 * needs none of its own. What the public pages wear too stays apart, so that those don't take on the rest.
 */
const signedInLooks = {
  name: 'signed-in',
  test: /src\/web\/(dashboard\/[\w-]+|ui\/(badge|copy-text|data-table|dialog|field|load-more|menu|sheet|states|tabs|timeline|toast))\.module\.css/,
}

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** These modules and all that they import at once. */
function reachedFrom(names: readonly string[], modules: Modules): Set<string> {
  const reached = new Set(names.map((name) => join(import.meta.dirname, 'src/web', name)))
  for (const id of reached)
    modules.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported))
  return reached
}

/** What is loaded before anybody is signed in. */
const beforeSignIn = [
  'root.tsx',
  'public/landing.tsx',
  'public/sign-in-frame.tsx',
  'public/login.tsx',
  'public/signup.tsx',
  'api/connected.tsx',
]
const otherPages = [
  'invest',
  'investments',
  'transfer',
  'receive',
  'fundaccount',
  'loan',
  'activity',
  'profile',
  'settings',
  'security',
].map((name) => `dashboard/${name}.tsx`)

/**
 * Home in two files: what other pages have in common with it, the frame among it, and what is home's alone. Dozens of small
 * files take a slow processor longer than their sizes tell.
 */
const home = {
  debugName: 'home',
  includeDependenciesRecursively: false,
  name: fileOfHome(),
}

function fileOfHome() {
  // Followed once, not for every module that is asked about.
  let reached: Record<'before' | 'frame' | 'home' | 'others', Set<string>> | null = null
  return (id: string, modules: Modules): string | null => {
    reached ??= {
      before: reachedFrom(beforeSignIn, modules),
      frame: reachedFrom(['dashboard/frame.tsx'], modules),
      home: reachedFrom(['dashboard/home.tsx'], modules),
      others: reachedFrom(otherPages, modules),
    }
    if (!id.includes('/src/') || reached.before.has(id)) return null
    if (reached.frame.has(id)) return 'dashboard'
    if (!reached.home.has(id)) return null
    return reached.others.has(id) ? 'dashboard' : 'home'
  }
}

/** Pages may take a part out of another's file only where that may offer more than the router asks it for. */
const sharedFiles: Plugin = {
  name: 'glasshouse:shared-files',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              preserveEntrySignatures: 'allow-extension',
              output: { codeSplitting: { groups: [signedInLooks, home] } },
            },
          },
        }
      : null,
}

export default defineConfig({
  plugins: [withoutSchemas, reactRouter(), sharedFiles],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2023', reportCompressedSize: false },
  // For development: what pages load late would otherwise be found late, and reload the page in the middle of a visit.
  optimizeDeps: {
    include: [
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@reduxjs/toolkit',
      '@reduxjs/toolkit/query',
      '@reduxjs/toolkit/query/react',
      '@simplewebauthn/browser',
      'react-redux',
    ],
  },
})
