import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: { target: 'es2023', reportCompressedSize: false },
  // For development: what pages load late would otherwise be found late, and reload the page in the middle of a visit.
  optimizeDeps: {
    include: [
      '@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/notifications', '@reduxjs/toolkit', '@reduxjs/toolkit/query',
      '@reduxjs/toolkit/query/react', 'react-redux', 'zod',
    ],
  },
})
