import type { Footer } from '../../contract/site.ts'
import { Logo } from '../logo.tsx'
import { useSite } from '../site.ts'
import { SampleLabel } from '../ui/sample-label.tsx'
import styles from './footer.module.css'
import { OutsideLink } from './outside-link.tsx'

const documentLabels: Record<Footer['documents'][number], string> = {
  PrivacyPolicy: 'Privacy Policy',
  TermsOfService: 'Terms of Service',
  Insurance: 'Insurance',
  Finsurance: 'Finsurance',
  UserAgreement: 'User Agreement',
  WhitepaperPage: 'Whitepaper',
}

export function SiteFooter({ footer }: { footer: Footer }) {
  const { sample } = useSite()
  return (
    <footer className={styles.footer} id="contact" tabIndex={-1}>
      <div className="page">
        <div className={styles.columns}>
          <div className={styles.firm}>
            <Logo />
            <p className={styles.says}>{footer.says}</p>
            {sample && (
              <p className={styles.label}>
                <SampleLabel />
              </p>
            )}
          </div>
          <Documents documents={footer.documents} />
          <Contact footer={footer} />
          {footer.wallets.length > 0 && <Wallets wallets={footer.wallets} />}
        </div>
        {footer.legal && <Legal legal={footer.legal} complaints={footer.complaints} />}
        {footer.offices.length > 0 && <Offices offices={footer.offices} />}
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

function Documents({ documents }: Pick<Footer, 'documents'>) {
  return (
    <nav aria-label="Documents">
      <h2 className="label">Documents</h2>
      <ul>
        {documents.map((name) => (
          <li key={name}>
            <a href={`/${name}`}>{documentLabels[name]}</a>
          </li>
        ))}
        <li>
          <a href="/proof">Proof of what we owe</a>
        </li>
      </ul>
    </nav>
  )
}

type LegalProps = { legal: NonNullable<Footer['legal']>; complaints: Footer['complaints'] }

/** Who the firm is by law, where its licence can be looked up, and where to complain. */
function Legal({
  legal: { name, address, jurisdiction, regulator, licence },
  complaints,
}: LegalProps) {
  const supervised = [
    jurisdiction && `Under the law of ${jurisdiction}.`,
    regulator && `Supervised by ${regulator}.`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.offices} role="group" aria-label="The firm by law">
      <address>
        <h2 className="label">The firm</h2>
        {[name, ...address].map((line) => line !== null && <span key={line}>{line}</span>)}
      </address>
      {(supervised || licence) && (
        <div>
          <h2 className="label">Licence</h2>
          {supervised && <p>{supervised}</p>}
          {licence?.number && <p>Licence {licence.number}</p>}
          {licence?.register && (
            <OutsideLink href={licence.register}>Look it up in the public register</OutsideLink>
          )}
        </div>
      )}
      {complaints?.address && (
        <div>
          <h2 className="label">Complaints</h2>
          {complaints.text && <p>{complaints.text}</p>}
          <a href={`mailto:${complaints.address}`}>{complaints.address}</a>
        </div>
      )}
    </div>
  )
}

function Contact({ footer: { messagingChat, phoneChat, email } }: { footer: Footer }) {
  return (
    <div>
      <h2 className="label">Contact</h2>
      <ul>
        {messagingChat !== null && (
          <li>
            <OutsideLink href={messagingChat}>Messaging chat</OutsideLink>
          </li>
        )}
        {phoneChat !== null && (
          <li>
            <OutsideLink href={phoneChat}>Phone chat</OutsideLink>
          </li>
        )}
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
