import { useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { useVerificationQuery, type OwnVerification } from '../../api/verification.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { PageHead } from '../../account/page-head.tsx'
import { titled } from '../../seo.ts'
import { WithMe } from '../with-me.tsx'
import { CountryFirst, isAskedFirst } from './country-first.tsx'
import { LastCase } from './last-case.tsx'
import { Limits } from './limits.tsx'
import { SendIn } from './send-in.tsx'
import { Standing } from './standing.tsx'
import { OverLimit } from './over-limit.tsx'

export const meta = titled('Verification')

/** Who one is, as the firm knows it: how far that has come, what is missing, and what may be moved until then. */
export default function VerificationPage() {
  return (
    <>
      <PageHead title="Verification" />
      <WithMe>{(me) => <WithOwn me={me} />}</WithMe>
    </>
  )
}

function WithOwn({ me }: { me: User }) {
  const { data, ...answer } = useVerificationQuery()
  if (data) return <Shown me={me} own={data.data} />
  return <NotLoaded what="your verification" rows={5} {...answer} />
}

function Shown({ me, own }: { me: User; own: OwnVerification }) {
  const [country, setCountry] = useState<string | null>(null)
  // Auditors have no money here, and send in nothing.
  const mayAsk = own.maySubmit && me.role !== 'auditor'
  return (
    <>
      <Standing own={own} />
      {mayAsk &&
        (country === null && isAskedFirst(own) ? (
          <CountryFirst onServed={setCountry} />
        ) : (
          <SendIn key={own.lastCase?.id ?? ''} me={me} own={own} country={country} />
        ))}
      <OverLimit own={own} />
      <Limits own={own} />
      {!mayAsk && own.lastCase && <LastCase lastCase={own.lastCase} />}
    </>
  )
}
