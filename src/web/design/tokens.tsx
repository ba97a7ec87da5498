import { Button } from '@mantine/core'
import { useState, type CSSProperties, type ReactNode } from 'react'
import styles from './design.module.css'
import {
  colourGroups,
  darkValues,
  measureGroups,
  type Token,
  type TokenGroup,
} from './token-list.ts'

export function Tokens() {
  const [far, setFar] = useState(false)
  return (
    <>
      {colourGroups.map((group) => (
        <Group
          key={group.title}
          group={group}
          className={styles.swatches}
          row={(token) => <Colour token={token} />}
        />
      ))}
      {measureGroups.map((group) => (
        <Group
          key={group.title}
          group={group}
          className={styles.measures}
          row={(token) => <Measure token={token} far={far} />}
        >
          {group.tokens.some(({ name }) => name.startsWith('--time-')) && (
            <Button variant="default" size="compact-sm" onClick={() => setFar(!far)}>
              Move the squares
            </Button>
          )}
        </Group>
      ))}
    </>
  )
}

type GroupProps = {
  group: TokenGroup
  className: string | undefined
  row(token: Token): ReactNode
  children?: ReactNode
}

function Group({ group: { title, tokens }, className, row, children }: GroupProps) {
  return (
    <div className={styles.group}>
      <div className="head">
        <h3>{title}</h3>
        {children}
      </div>
      <ul className={className}>
        {tokens.map((token) => (
          <li key={token.name}>{row(token)}</li>
        ))}
      </ul>
    </div>
  )
}

function Colour({ token: { name, value, note } }: { token: Token }) {
  const shadow = name.startsWith('--shadow-')
  return (
    <>
      <span
        className={styles.swatch}
        style={
          shadow
            ? { background: 'var(--sheet)', boxShadow: `var(${name})` }
            : { background: `var(${name})` }
        }
      />
      <span>
        <code>{name}</code>
        {!shadow && (
          <span className="caption">
            {value} · dark {darkValues.get(name)}
          </span>
        )}
        {note && <span className="caption">{note}</span>}
      </span>
    </>
  )
}

/** How a token looks where it is used, by the first word of its name; the others are a value and no more. */
const looks: Record<string, (name: string) => CSSProperties> = {
  font: (name) => ({ fontFamily: `var(${name})`, fontSize: 'var(--title-4)' }),
  text: (name) => ({ fontSize: `var(${name})` }),
  title: (name) => ({
    font: `var(--weight-display) var(${name})/var(--leading-title) var(--font-display)`,
  }),
  figure: (name) => ({
    font: `var(--weight-display) var(${name})/var(--leading-title) var(--font-display)`,
  }),
  weight: (name) => ({
    fontWeight: `var(${name})`,
    fontFamily: name === '--weight-display' ? 'var(--font-display)' : undefined,
  }),
  track: (name) => ({ letterSpacing: `var(${name})` }),
}
const bars = new Set([
  'space',
  'gutter',
  'rail',
  'header',
  'banner',
  'row',
  'touch',
  'support',
  'toast',
])

function Measure({ token: { name, value, note }, far }: { token: Token; far: boolean }) {
  const kind = /^--(\w+)/.exec(name)![1]!
  return (
    <>
      <span className={styles.words}>
        <code>{name}</code>
        <span className="caption">
          {value}
          {note && ` · ${note}`}
        </span>
      </span>
      {looks[kind] && (
        <span className={styles.look} style={looks[kind](name)}>
          {kind === 'figure'
            ? '1,040.00'
            : kind === 'title'
              ? 'Ink on paper'
              : 'Ink on paper 1,040.00'}
        </span>
      )}
      {bars.has(kind) && <span className={styles.bar} style={{ width: `var(${name})` }} />}
      {kind === 'time' && (
        <span className={styles.track} data-far={far}>
          <span style={{ transitionDuration: `var(${name})` }} />
        </span>
      )}
    </>
  )
}
