import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import admin from '../admin/admin.module.css'
import { AmountField } from '../ui/amount-field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import styles from './design.module.css'
import { Specimen } from './specimen.tsx'

export function Fields() {
  return (
    <>
      <Texts />
      <Amounts />
      <Searches />
      <Passwords />
      <Selects />
      <Checkboxes />
    </>
  )
}

function Texts() {
  return (
    <Specimen of="TextInput" says="Empty, filled, with help, wrong, only to be read, disabled">
      <div className={styles.fields}>
        <TextInput label="Wallet name" placeholder="Such as: Home" />
        <TextInput label="Full name" defaultValue="Sample investor 1" />
        <TextInput label="Reason" description="Shown to the person, with your name" />
        <TextInput
          label="Email"
          defaultValue="investor@"
          error="Please enter a valid email address"
        />
        <TextInput label="Referral link" readOnly value="https://glasshouse.example/signup" />
        <TextInput label="Account ID" disabled defaultValue="GH-0000" />
      </div>
    </Specimen>
  )
}

function Amounts() {
  return (
    <Specimen
      of="AmountField"
      says="Dollars, kept as text until they are read as cents; a changed one says what it was"
    >
      <div className={styles.fields}>
        <AmountField label="Amount" />
        <AmountField label="Amount, up to the balance" upTo={104_000n} defaultValue="250.00" />
        <AmountField
          label="Amount, too large"
          upTo={104_000n}
          defaultValue="2000.00"
          error="This is more than the balance"
        />
        <AmountField
          label="Account Balance, changed"
          className={admin.changed}
          description="was 1040.00"
          defaultValue="1065.00"
        />
        <AmountField label="Amount, disabled" disabled defaultValue="0.00" />
      </div>
    </Specimen>
  )
}

function Searches() {
  const [search, setSearch] = useState('Ada')
  return (
    <Specimen of="SearchField" says="Asked once nobody types any more">
      <div className={styles.fields}>
        <SearchField placeholder="Name, email or account ID" value={search} onSearch={setSearch} />
      </div>
    </Specimen>
  )
}

function Passwords() {
  return (
    <Specimen of="PasswordInput" says="Hidden, wrong, disabled">
      <div className={styles.fields}>
        <PasswordInput label="Password" defaultValue="orange lantern" />
        <PasswordInput
          label="Confirm password"
          defaultValue="orange"
          error="The two passwords differ"
        />
        <PasswordInput label="Current password" disabled />
      </div>
    </Specimen>
  )
}

function Selects() {
  return (
    <Specimen of="NativeSelect" says="With help, wrong, disabled">
      <div className={styles.fields}>
        <NativeSelect
          label="Pool"
          data={['Returns', 'Referral', 'Corrections']}
          description="Funded out of the firm’s capital"
        />
        <NativeSelect
          label="Status"
          data={['Choose one', 'Pending', 'Approved']}
          error="Please choose one"
        />
        <NativeSelect label="Kind" data={['Wallet']} disabled />
      </div>
    </Specimen>
  )
}

function Checkboxes() {
  return (
    <Specimen of="Checkbox" says="Open, checked, wrong, disabled">
      <div className={styles.fields}>
        <Checkbox label="I have read the risk warning" />
        <Checkbox label="I have read the terms" defaultChecked />
        <Checkbox
          label="I agree that the money can be lost"
          error="Please read and check this first"
        />
        <Checkbox label="Not to be chosen now" disabled />
      </div>
    </Specimen>
  )
}
