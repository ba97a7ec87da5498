import { Badge } from '../ui/badge.tsx'
import { DemoBanner } from '../ui/demo-banner.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { SampleLabel } from '../ui/sample-label.tsx'
import { SupportButton } from '../ui/support-button.tsx'
import styles from './design.module.css'
import { Specimen } from './specimen.tsx'

/** Each by what it stands for; the compiler misses one that isn't listed. */
const icons: Record<IconName, string> = {
  menu: 'menu',
  more: 'more pages',
  right: 'go on',
  down: 'opens below',
  check: 'done',
  cross: 'close',
  wait: 'pending',
  stop: 'ended',
  back: 'go back',
  copy: 'copy',
  warn: 'went wrong',
  home: 'home',
  pane: 'invest',
  stairs: 'investments',
  send: 'transfer',
  receive: 'receive',
  loan: 'loan',
  fund: 'fund',
  list: 'activity',
  gear: 'settings',
  out: 'log out',
  user: 'account',
  friends: 'invite friends',
  search: 'search',
  lock: 'locked',
  bell: 'notifications',
  talk: 'support',
  plus: 'open',
  minus: 'shut',
  pause: 'pause',
  play: 'go on moving',
  desk: 'back office',
}

export function Signs() {
  return (
    <>
      <Specimen of="Badge" says="Sign, word and wash together, never colour alone">
        <div className="row">
          <Badge state="pending">Pending</Badge>
          <Badge state="approved">Approved</Badge>
          <Badge state="rejected">Rejected</Badge>
          <Badge state="other">Cancelled</Badge>
        </div>
      </Specimen>
      <Specimen of="SampleLabel" says="Hatching means: not real">
        <div className="row">
          <SampleLabel />
          <SampleLabel>Sample quotes</SampleLabel>
        </div>
      </Specimen>
      <Specimen
        of="DemoBanner, SupportButton"
        says="At the edges of every window; this one is a picture of it"
        bare
      >
        <div className={styles.window} inert>
          <DemoBanner />
          <SupportButton href="#signs" />
        </div>
      </Specimen>
      <Specimen of="Icon" says="18 px grid, stroke 1.5; only ever beside words">
        <ul className={styles.icons}>
          {Object.entries(icons).map(([name, means]) => (
            <li key={name}>
              <Icon name={name as IconName} />
              <code>{name}</code>
              <span className="caption">{means}</span>
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  )
}
