import { LinkButton } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export function WithoutUs() {
  return (
    <Sheet title="Check without trusting this page">
      <div className="stack">
        <p>
          The code of this page comes from us each time you open it: a page that lies could say
          “Counted” to anybody. Download your proof, and check it with something that you got
          earlier, or from somebody else:
        </p>
        <ul className="stack">
          <li>
            <strong>A single file.</strong> Download it once and keep it. It opens in any browser
            without a network, and asks for your proof and the manifest that you kept.
          </li>
          <li>
            <strong>A command.</strong> In a copy of the source code:{' '}
            <code>npm run proof:check -- FILE</code>
          </li>
        </ul>
        <div className="row">
          <LinkButton href="/proofs/check.html" variant="default" download>
            Download the check
          </LinkButton>
          <a href="/proof">What is published, for everybody</a>
        </div>
      </div>
    </Sheet>
  )
}
