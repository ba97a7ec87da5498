/** Ink on paper: the light tokens of `src/web/ui/tokens.css`, which a test compares. A PDF has no dark scheme. */
export const palette = {
  ink: '#12201e',
  'ink-2': '#3f4f4b',
  'ink-3': '#566561',
  edge: '#1f8a78',
  rule: '#cbd5cf',
  'rule-strong': '#6c7c76',
  slab: '#12201e',
  'on-slab': '#eef2ee',
} as const
