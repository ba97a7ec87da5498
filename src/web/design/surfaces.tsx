import { useSite } from '../site.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { Email } from '../ui/email.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { RuleList } from '../ui/rule-list.tsx'
import { SampleLabel } from '../ui/sample-label.tsx'
import { Scene } from '../ui/scene.tsx'
import { Sheet } from '../ui/sheet.tsx'
import styles from './design.module.css'
import { Specimen } from './specimen.tsx'

export function Surfaces() {
  const { mark, view } = useSite()
  return (
    <>
      <Specimen
        of="Sheet"
        says="Plain, with something at its head, and lit: the one that a page is about"
        bare
      >
        <div className={styles.sheets}>
          <Sheet title="Invite Friends">
            <p className="small">A card lies on the page: a hairline, no shadow to speak of.</p>
          </Sheet>
          <Sheet title="Sample Equity" aside={<SampleLabel />}>
            <p className="small">
              What belongs to the whole card stands at the right of its title.
            </p>
          </Sheet>
          <Sheet lit label="The lit card">
            <p className="small">Three pixels of glass at its left edge.</p>
          </Sheet>
          <Sheet narrow title="Narrow">
            <p className="small">Keeps labels near their values.</p>
          </Sheet>
        </div>
      </Specimen>
      <Specimen
        of="QrCode"
        says="Dark on light in both schemes; hatched, where nobody may act on it"
      >
        <div className="row">
          <QrCode text="GH-1234567897" label="QR code of an account ID" />
          <QrCode
            text="THIS-IS-NO-ADDRESS"
            label="QR code of what is no address"
            notFor="Send nothing"
          />
        </div>
      </Specimen>
      <Specimen of="CopyText" says="Copied by pressing it, and says so for two seconds">
        <div className="stack">
          <CopyText text="THIS-IS-NO-ADDRESS" name="an address" />
          <CopyText text="GH-1234567897" name="an account ID" large />
        </div>
      </Specimen>
      <Words />
      <Specimen
        of="Scene"
        says="An engraving of the firm in its light and its dark plate, and the firm’s mark"
      >
        <div className={styles.scenes}>
          <div className={styles.view}>
            <Scene picture={view} />
          </div>
          <div className={styles.mark}>
            <Scene picture={mark} />
          </div>
        </div>
      </Specimen>
    </>
  )
}

function Words() {
  return (
    <>
      <Specimen of={Email.name} says="Breaks after its sign or a dot, where one line is too short">
        <p className="small">
          <Email>sample.investor.of.many.names@a-house-with-a-long-name.example</Email>
        </p>
      </Specimen>
      <Specimen of="RuleList" says="A name, then its sentence; a hairline between two">
        <RuleList
          rules={[
            ['The first rule.', 'It is named in a few words, and then it says what holds.'],
            ['The last rule.', 'No line stands below it.'],
          ]}
        />
      </Specimen>
    </>
  )
}
