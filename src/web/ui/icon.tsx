/** The project's own icons: 18 px grid, stroke 1.5, square ends. They only ever stand beside words. */
import styles from './icon.module.css'

const paths = {
  menu: 'M2 4.5h14M2 9h14M2 13.5h14',
  more: 'M3 9h2M8 9h2M13 9h2',
  right: 'M2 9h13M10 4l5 5-5 5',
  down: 'M3.5 6.5 9 12l5.5-5.5',
  check: 'm3 9.5 4 4L15 4.5',
  cross: 'm4 4 10 10M14 4 4 14',
  wait: 'M9 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M9 5v4.2l2.8 1.8',
  stop: 'M9 2.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M6 9h6',
  back: 'M16 9H3M8 4 3 9l5 5',
  copy: 'M6 6h9.5v9.5H6zM12 6V2.5H2.5V12H6',
  warn: 'M9 2.5 16.5 15.5h-15zM9 7.5v4M9 13v1',
  home: 'M2.5 8 9 2.5 15.5 8v7.5h-13zM9 2.5v13',
  pane: 'M2.5 2.5h13v13h-13zM7 2.5v13M2.5 10.5h13',
  stairs: 'M2.5 15.5h3.5v-4h3.500v-4H13v-4h2.500',
  send: 'M2.5 9h9M8 5.5 11.5 9 8 12.5M15.5 2.5v13',
  receive: 'M15.5 9h-9M10 5.5 6.5 9l3.5 3.5M2.5 2.5v13',
  loan: 'M4 2.5h7l3 3v10H4zM6.5 8.5h5M6.5 12h5',
  fund: 'M9 2.500v9M5.500 8 9 11.500 12.500 8M2.500 15.500h13',
  list: 'M2.5 3.5h13M2.5 7.2h13M2.5 10.9h13M2.5 14.5h8',
  gear: 'M2 5h8M14 5h2M2 13h2M8 13h8M12 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4M6 11a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  out: 'M7 2.5H2.5v13H7M7 9h8.5M12 5.5 15.5 9 12 12.5',
  user: 'M9 2.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7M2.5 15.5c1-3.5 3.5-4.500 6.5-4.5s5.5 1 6.5 4.500',
  friends:
    'M6.500 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6M1.500 15c.6-2.700 2.500-4 5-4s4.400 1.300 5 4M11.500 3.300a3 3 0 0 1 0 5.400M13.500 11.300c1.600.5 2.600 1.800 3 3.700',
  search: 'M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11M12 12l4 4',
  talk: 'M2.5 3h13v9.500H8L4.500 15.500v-3h-2zM6 6.500h6M6 9h4',
  plus: 'M9 2v14M2 9h14',
  minus: 'M2 9h14',
  pause: 'M6 3v12M12 3v12',
  play: 'M5 3l9.500 6L5 15z',
  lock: 'M3.5 8h11v7.5h-11zM5.500 8V5.500a3.500 3.500 0 0 1 7 0V8M9 11v2',
  bell: 'M4 13V8a5 5 0 0 1 10 0v5M2 13h14M7.500 15.500h3M9 3V1.500',
  desk: 'M2.5 15.5v-9L9 2.500l6.5 4v9zM2.500 9.500h13M6 15.500v-6M12 15.500v-6',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 18 18" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
