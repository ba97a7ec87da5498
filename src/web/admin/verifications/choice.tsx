import { NativeSelect } from '@mantine/core'
import { countryOptions } from '../../../lib/countries.ts'
import admin from '../admin.module.css'
import { riskWords, sortWords, type Choice, type Work } from './view.ts'

type CasesChoiceProps = { view: Choice & { work: Work }; onChoose(changed: Partial<Choice>): void }

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const countries = [{ value: '', label: 'All countries' }, ...countryOptions(null)]
const risks = [{ value: '', label: 'All risks' }, ...optionsOf(riskWords)]

/** Which of them the list shows, and in which order. */
export function CasesChoice({ view, onChoose }: CasesChoiceProps) {
  const labelProps = { className: 'hide' }
  return (
    <div className={admin.choice} data-dense>
      <NativeSelect
        label="Country"
        labelProps={labelProps}
        value={view.country}
        data={countries}
        onChange={(event) => onChoose({ country: event.currentTarget.value })}
      />
      <NativeSelect
        label="Risk"
        labelProps={labelProps}
        value={view.risk}
        data={risks}
        onChange={(event) => onChoose({ risk: event.currentTarget.value as Choice['risk'] })}
      />
      {view.work !== '' && (
        <NativeSelect
          label="Order"
          labelProps={labelProps}
          value={view.sort}
          data={optionsOf(sortWords)}
          onChange={(event) => onChoose({ sort: event.currentTarget.value as Choice['sort'] })}
        />
      )}
    </div>
  )
}
