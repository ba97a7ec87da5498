import { describe, expect, test } from 'vitest'
import { accountIdFromDigits } from '../../../lib/account-id.ts'
import { notRecognised, recognise } from './recognise.ts'

const accountId = accountIdFromDigits('100000000')
const mistyped = accountId.slice(0, -1) + ((Number(accountId.at(-1)) + 1) % 10)

describe('what is pasted is recognised', () => {
  test.each([
    ['an IBAN', 'DE89370400440532013000', 'bank_account'],
    [
      'an IBAN in blocks, with its name before it',
      'IBAN: DE89 3704 0044 0532 0130 00',
      'bank_account',
    ],
    ['an IBAN in small letters', 'de89 3704 0044 0532 0130 00', 'bank_account'],
    ['two numbers of a bank of the United States', '021000021/123456789', 'bank_account'],
    ['the same with a gap', '021000021 123456789', 'bank_account'],
    ['an address of Bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bank_transfer'],
    ['a link of a wallet', 'bitcoin:mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn?amount=1', 'bank_transfer'],
    // Its field says that its checksum is wrong.
    ['an address with a mistake', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm', 'bank_transfer'],
    ['an address of TRON', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'bank_transfer'],
    ['an account ID', accountId, 'tradehub_transfer'],
    [
      'an account ID with gaps',
      ` gh ${accountId.slice(3, 8)} ${accountId.slice(8)} `,
      'tradehub_transfer',
    ],
  ])('%s', (_, pasted, type) => {
    expect(recognise(pasted)?.type).toBe(type)
  })

  test('with both numbers where they are typed', () => {
    expect(recognise('021000021/123456789')?.place).toEqual({
      kind: 'us',
      routing: '021000021',
      account: '123456789',
    })
  })

  test('and where it isn’t, what is wrong is said as far as it is plain', () => {
    expect(notRecognised('DE89 3704 0044 0532 0130 01')).toContain('check digits are wrong')
    expect(notRecognised(mistyped)).toContain('account ID')
    expect(notRecognised('somebody I know')).toContain('choose its kind below')
    expect(notRecognised('so')).toBe(null)
  })

  test.each([
    ['half an IBAN', 'DE89 3704 0044'],
    ['an IBAN with a mistake', 'DE89370400440532013001'],
    ['a routing number with a mistake', '021000022/123456789'],
    ['an account ID with a mistake', mistyped],
    ['a name', 'Rita Recipient'],
    ['nothing', '  '],
  ])('and %s isn’t', (_, pasted) => {
    expect(recognise(pasted)).toBe(null)
  })
})
