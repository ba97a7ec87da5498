import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { stateBadges } from '../../account/verification/words.ts'
import { useVerificationQuery } from '../../api/verification.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'

/** How far one is verified, as soon as that is known, and the way to the page about it. */
export function VerificationLink() {
  const own = useVerificationQuery().data?.data
  const [state, word] = stateBadges[own?.state ?? 'none']
  return (
    <Sheet
      title="Verification"
      narrow
      aside={own && <Badge state={state}>{own.isFinal ? 'Refused for good' : word}</Badge>}
    >
      <div className="stack">
        <p>
          {own?.verifiedUntil
            ? `You’re verified until ${showDate(own.verifiedUntil)}.`
            : 'Who you are, the documents that show it, and what you can move until we know you.'}
        </p>
        <div>
          <Button component={Link} to="/dashboard/verification" variant="default">
            Verification and limits
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
