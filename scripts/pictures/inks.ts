/**
 * Five tones: ink, a lighter ink, the ink of what is far, paper and glass. Each is a custom property of the page, so that a picture
 * written into a page follows it; as an `<img>` a picture has its own values, and the dark ones under `#dark`.
 * The values are those of the tokens; a test compares them.
 */
export const tones = {
  ink: { light: '#12201e', dark: '#e6ece8' },
  mid: { light: '#4d605b', dark: '#93a39d' },
  far: { light: '#9fb0a9', dark: '#3a4b47' },
  paper: { light: '#f3f5f0', dark: '#0e1514' },
  glass: { light: '#1f8a78', dark: '#4fb6a0' },
} as const

type Tone = keyof typeof tones

const tone = (name: Tone): string => `var(--scene-${name},${tones[name].light})`
const stroke = (name: Tone, width: number, more = ''): string =>
  `fill:none;stroke:${tone(name)};stroke-width:${width}${more}`
const fill = (name: Tone, more = ''): string => `fill:${tone(name)}${more}`

/** Every class begins with `s-`, so that a picture within a page doesn't dress the page around it. */
const classes = {
  i: stroke('ink', 1.7),
  k: stroke('ink', 3),
  m: stroke('mid', 1),
  f: stroke('mid', 0.7),
  s: stroke('far', 1),
  d: stroke('ink', 2, ';stroke-dasharray:2 8'),
  w: stroke('paper', 3),
  g: stroke('glass', 0.75),
  l: stroke('glass', 1.5),
  e: stroke('glass', 3),
  c: `${fill('paper')};stroke:${tone('ink')};stroke-width:1.5`,
  P: fill('paper'),
  T: fill('ink'),
  U: fill('mid'),
  S: fill('glass'),
  G: fill('glass', ';opacity:.16'),
  t: fill('glass', ';opacity:.1'),
  r: fill('paper', ';opacity:.42'),
}

type Class = keyof typeof classes

/** Only the classes that the picture uses are written into it. */
export function styleFor(drawing: string, more = ''): string {
  const used = Object.entries(classes).filter(([name]) => drawing.includes(`class="s-${name}"`))
  const dark = (Object.keys(tones) as Tone[])
    .map((name) => `--scene-${name}:${tones[name].dark}`)
    .join(';')
  return `<style>${used.map(([name, rules]) => `.s-${name}{${rules}}`).join('')}${more}:root:target{${dark}}</style>`
}

const drawnWith =
  (name: Class) =>
  (...data: (string | string[])[]): string =>
    `<path class="s-${name}" d="${data.flat().join('')}"/>`

export const outline = drawnWith('i')
export const heavy = drawnWith('k')
export const fine = drawnWith('m')
export const hair = drawnWith('f')
export const far = drawnWith('s')
export const dotted = drawnWith('d')
export const wiped = drawnWith('w')
export const guilloche = drawnWith('g')
export const leaf = drawnWith('l')
export const glassEdge = drawnWith('e')
/** Paper with an outline: what it covers is behind it. */
export const solid = drawnWith('c')
export const paper = drawnWith('P')
export const lettersInk = drawnWith('T')
export const lettersMid = drawnWith('U')
export const tint = drawnWith('G')
export const paneTint = drawnWith('t')
export const shine = drawnWith('r')

export const circle = (name: Class, x: number, y: number, radius: number, more = ''): string =>
  `<circle class="s-${name}" cx="${x}" cy="${y}" r="${radius}"${more && ` ${more}`}/>`
