import type { PublishedProof } from '../../../contract/proof.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from './section.tsx'
import styles from './proof.module.css'

/** Three ways, from the easiest to the one that trusts us least. */
export function Checking({ last }: { last: PublishedProof | undefined }) {
  return (
    <Section id="checking" title="How to check">
      <ol className={styles.ways}>
        <li>
          <h3>In your account</h3>
          <p>
            The page <a href="/dashboard/proof">Is my money counted?</a> checks in your browser, and
            shows each step. The dashboard also checks by itself when you sign in. Both need
            JavaScript, and their code comes from us.
          </p>
        </li>
        <li>
          <h3>With a file of your own</h3>
          <p>
            Download your proof from that page, and the check below once. It is a single file that
            opens in any browser without a network: whatever we send you later, it stays as it was.
          </p>
          <p>
            <LinkButton href="/proofs/check.html" variant="default" download>
              Download the check
            </LinkButton>
          </p>
        </li>
        <li>
          <h3>On the command line</h3>
          <p>In a copy of the source code:</p>
          <pre className={styles.command}>
            <code>npm run proof:check -- FILE --manifest KEPT</code>
          </pre>
        </li>
      </ol>
      <p>
        Every way compares with a manifest that you kept, or its hash. Keep one outside of this
        site, and compare it with other people’s: so it shows if somebody is shown another sum than
        you. All manifests there are, with their signatures, are in{' '}
        <a href="/proofs/all.jsonl">/proofs/all.jsonl</a>, a line each
        {last && (
          <>
            ; that of one day is in a file such as{' '}
            <a href={`/proofs/${last.day}.json`}>/proofs/{last.day}.json</a>
          </>
        )}
        . The hash is the SHA-256 of that file. Signatures, where there are any, are minisign’s:{' '}
        <code>minisign -V -P KEY -m FILE</code>
      </p>
    </Section>
  )
}
