/** The tokens of `src/web/ui/tokens.css` that a mail is made of, which a test compares: light, and dark. */
export const palette = {
  paper: ['#f3f5f0', '#0e1514'],
  sheet: ['#fbfcf9', '#141d1b'],
  slab: ['#12201e', '#1b2926'],
  'on-slab': ['#eef2ee', '#e8eeea'],
  ink: ['#12201e', '#e8eeea'],
  'ink-2': ['#3f4f4b', '#b7c4be'],
  'ink-3': ['#566561', '#94a39d'],
  rule: ['#cbd5cf', '#2a3835'],
  edge: ['#1f8a78', '#4fb6a0'],
  accent: ['#0a5c50', '#82d3bf'],
  button: ['#12201e', '#e4ece7'],
  'on-button': ['#f7faf6', '#0e1514'],
  'button-edge': ['#2fa38f', '#1f8a78'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type Colour = keyof typeof palette
