import type { Footer } from '../../contract/site.ts'
import { Logo } from '../logo.tsx'
import { useSite } from '../site.ts'
import { SampleLabel } from '../ui/sample-label.tsx'
import styles from './footer.module.css'
import { OutsideLink } from './outside-link.tsx'

const documents = [
  ['/PrivacyPolicy', 'Privacy Policy'],
  ['/TermsOfService', 'Terms of Service'],
  ['/Insurance', 'Insurance'],
  ['/Finsurance', 'Finsurance'],
  ['/UserAgreement', 'User Agreement'],
  ['/WhitepaperPage', 'Whitepaper'],
] as const

export function SiteFooter({ footer }: { footer: Footer }) {
  const { sample } = useSite()
  return (
    <footer className={styles.footer} id="contact" tabIndex={-1}>
      <div className="page">
        <div className={styles.columns}>
          <div>
            <Logo />
            <p className={styles.says}>{footer.says}</p>
            {sample && (
              <p className={styles.label}>
                <SampleLabel />
              </p>
            )}
          </div>
          <nav aria-label="Documents">
            <h2 className="label">Documents</h2>
            <ul>
              {documents.map(([href, label]) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
          <Contact footer={footer} />
          <Wallets wallets={footer.wallets} />
        </div>
        <Offices offices={footer.offices} />
        <div className={styles.end}>
          <span className="caption">{footer.copyright}</span>
          <span className="caption">
            What you invest can be lost. <a href="/#plan">Read the risk warning</a>
          </span>
        </div>
      </div>
    </footer>
  )
}

function Contact({ footer: { messagingChat, phoneChat, email } }: { footer: Footer }) {
  return (
    <div>
      <h2 className="label">Contact</h2>
      <ul>
        <li>
          <OutsideLink href={messagingChat}>Messaging chat</OutsideLink>
        </li>
        <li>
          <OutsideLink href={phoneChat}>Phone chat</OutsideLink>
        </li>
        <li>
          <a href={email.link}>{email.address}</a>
        </li>
      </ul>
    </div>
  )
}

function Wallets({ wallets }: { wallets: Footer['wallets'] }) {
  return (
    <div>
      <h2 className="label">Investment deposit wallets</h2>
      <ul className={styles.wallets}>
        {wallets.map(({ asset, network, address, note }) => (
          <li key={asset}>
            {asset}, {network} <span className="caption">{note}</span>
            <code>{address}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Offices({ offices }: { offices: Footer['offices'] }) {
  return (
    <div className={styles.offices} role="group" aria-label="Offices">
      {offices.map(({ country, lines }) => (
        <address key={country}>
          <h2 className="label">{country}</h2>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      ))}
    </div>
  )
}
