import { reactRouter } from '@react-router/dev/vite'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The pages rendered by the server keep the schemas, their behaviour in the browser doesn't. */
const withoutSchemas: Plugin = {
  name: 'glasshouse:without-schemas',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source) => (source === 'zod' ? join(import.meta.dirname, 'src/web/without-schemas.ts') : null),
}

export default defineConfig({
  plugins: [withoutSchemas, reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2023', reportCompressedSize: false },
  // For development: what pages load late would otherwise be found late, and reload the page in the middle of a visit.
  optimizeDeps: {
    include: [
      '@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/notifications', '@reduxjs/toolkit', '@reduxjs/toolkit/query',
      '@reduxjs/toolkit/query/react', '@simplewebauthn/browser', 'react-redux',
    ],
  },
})
