/** Where the firm doesn't serve everybody, the country is asked for first: whom it can't serve is asked for nothing else. */
import { Button, NativeSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { useCheckCountryMutation, type OwnVerification } from '../../api/verification.ts'
import { countryOptions } from '../../../lib/countries.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'

type Served = Pick<OwnVerification, 'countries' | 'notServed'>

const isServed = (country: string, { countries, notServed }: Served) =>
  !notServed.includes(country) && (countries === null || countries.includes(country))

/** Those that a form offers. */
export const servedOptions = (served: Served) =>
  countryOptions(served.countries).filter(({ value }) => isServed(value, served))

/** Whoever has sent in something from a country that is served was asked before. */
export const isAskedFirst = ({ countries, notServed, lastCase }: OwnVerification): boolean =>
  (countries !== null || notServed.length > 0) &&
  !(lastCase?.country && isServed(lastCase.country, { countries, notServed }))

export function CountryFirst({ onServed }: { onServed(country: string): void }) {
  const [country, setCountry] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [check] = useCheckCountryMutation()
  const { send, busy } = useSend(check)
  async function go(event: FormEvent) {
    event.preventDefault()
    if (country === '') return setProblem('Please choose a country')
    const outcome = await send({ country })
    if (!outcome) return
    const { failure } = outcome
    if (!failure) return onServed(country)
    setRefused(failure.data?.code === 'country_not_served')
    setProblem(
      fieldProblems(failure).country ??
        failureText(failure, 'This could not be checked. Please try again.'),
    )
  }
  return (
    <Sheet title="Where you live" narrow>
      <form className="stack" onSubmit={(event) => void go(event)} noValidate>
        <NativeSelect
          label="Country"
          description="We ask this first: we don’t serve people everywhere"
          autoComplete="country"
          required
          value={country}
          data={[{ value: '', label: 'Choose a country' }, ...countryOptions(null)]}
          error={!isRefused && problem}
          onChange={(event) => {
            setCountry(event.currentTarget.value)
            setProblem(null)
            setRefused(false)
          }}
        />
        <div role="status">{isRefused && problem && <Note tone="bad">{problem}</Note>}</div>
        <div>
          <Button type="submit" disabled={busy}>
            {busy ? 'Checking...' : 'Continue'}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
