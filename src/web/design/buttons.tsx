import { Button } from '@mantine/core'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Specimen } from './specimen.tsx'

const variants = [
  ['filled', 'One main button per view'],
  ['default', 'The rest is quiet'],
  ['subtle', 'Or text, in rows and beside others'],
] as const

export function Buttons() {
  return (
    <>
      {variants.map(([variant, says]) => (
        <Specimen key={variant} of={`Button ${variant}`} says={says}>
          <div className="row">
            <Button variant={variant}>Invest</Button>
            <Button variant={variant} leftSection={<Icon name="copy" />}>
              Copy Referral Link
            </Button>
            <Button variant={variant} data-danger>
              Delete
            </Button>
            <Button variant={variant} disabled>
              Saving...
            </Button>
            <Button variant={variant} size="compact-sm">
              Edit
            </Button>
            <Button variant={variant} size="compact-sm" data-danger>
              Delete
            </Button>
            <Button variant={variant} size="compact-sm" disabled>
              Loading...
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen of="Button fullWidth" says="As wide as the form it ends">
        <Button fullWidth>Log In</Button>
      </Specimen>
      <Specimen
        of="LinkButton"
        says="A link that looks like a button, on pages that live without React in the browser"
      >
        <div className="row">
          <LinkButton href="#buttons">Get Started</LinkButton>
          <LinkButton href="#buttons" variant="default">
            Log In
          </LinkButton>
        </div>
      </Specimen>
    </>
  )
}
