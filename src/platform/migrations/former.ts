/**
 * Databases from before the baseline. Until then each change of the development was a migration of its own, and the baseline
 * makes what the last of them left, to the byte of the catalogue: such a database only gets other records.
 */
import type pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { fingerprintOf } from './fingerprint.ts'

/** The catalogue that the baseline makes, and that those migrations made. */
export const baselineFingerprint =
  'cbc93764d03b7994439565fa8cbdd8056269396c8c51990973fdd73217e90308'

/** What a database has recorded that went through all of them: the names of the files with their SHA-256. */
export const formerRecords = `
000-house 821f0caaba40364c1d12f76dc00e2ad17d8349674ec5fcc5575587b450afcfe9
001-auth e2205f525c9261d193d1da27cd566034b13f79eebd1b99b71b42746bbe4c4dae
002-ledger 58adc9d138952033698bd42d3548ab90b760faa705d5367e5cb68aed9e407308
003-desk 3e3abcea2a55009db083041dedbe9a2152a0d6b7e27e415680966aa1b7e32318
004-domains f3dda68a5773c10bf01e5142d792c5212b0f570b6b9929f68921c6b78244e92b
006-demo 8c089bf72f75db5c984fef2eb4a01867dc6c524a700cc1171560b0a34b0d361d
008-directory 76e764832345b9196da2a190bd994287e33b50b61f1e22012af7939f78b859ec
009-lean-commands 19ac6f5ec0577ebe7e25d8ec2b7adb76597438db61edb72680230c334ee75aff
011-directory-search a074fad64e361acbf4095fbfc46e6120b9a0fb21c1b2eb210ddae86c3222e94a
012-mail-choices 6df23f6638b96eed005fa13cc7dba16ba21e3edf72d07ce12a0c1422d310cad4
013-audit-chain 709077172dc0f4a8ef000098a77a81d71d0bb4937726aad292fcad08318d175d
014-withdrawals-as-work 2869c006fea663376d2e3af3458f55e2cb8b66ddae599c3fda96df41103a7283
015-notes-and-corrections 155b7122c0760d27be4f3e5926293403df14432fab9686056ab640e9eeec5c9f
016-plans-by-staff a9431c51f47f42ed829254d40d9ff831946f73d4cf1705e35aaab90b5c2919d8
017-signing-in a9bfd5e7628da435532ac6077db15c6c4aea0598cd59262fe833cfa580f95fe8
018-books-by-number-and-side a53de69df6a621d63f260f297372f7390cee4d6c4bb0a74a2767795044f722a0
019-barrier 8933e65ecde4ed3e7fdfdcd04acf815f3275e8881dce1d54b34c53e65dfb130c
020-acts-alone a753c5246d5866d33cfc7257b30a58e312e7985091ceb2a4e0773fd73a205f5a
021-credits-that-wait 76e7c6d6f8b3407826a9ba2cce31ec826cd405ac170fbb722fe9a0eb4529bb00
022-names-apart b2291726e54ff51ec8df3a8eeea7537a19a801ed4ad936443bd3a1cfa4e70362
023-unlisted-commands a9aeb39854f9a90e73dd6a63a406b409740d89efed532cce8c1e42d4760562af
024-links-end 1dff5cc835ee6661b575b444470f61b50978ad403ce63652b41d039a788b5de4
025-known-browsers 4553face532a2ddff3385fc6b348628f9b0f12284fe6cdd322e60c2cc8beff05
026-changes-of-access f2f7df8cf176f2b491280685e47743b1e96601db9275755ccdbd7e53437ee6f2
027-undoing-added-factors 79f804bcb5042bb51ac59d376115b403bdbad65520308318a2383cebd5158334
028-end-of-time 2cc5197d82d4072be8a8572f579630f74b2fb4081b2e5467cf43c5bf8b9eb6b2
029-removals-of-one-factor 71f490c87d9c15324fb5b83996f0ee4fbfacfeac4fa0926ddf54d0564c7fa60e
`
  .trim()
  .split('\n')

/** The last commit that has their files. */
const lastWithThem = '1b5110b'

/** Whether these are the records of such a database, of whichever age. */
export function isFormer(records: readonly string[]): boolean {
  return records[0] === formerRecords[0]
}

function advice(isDemo: boolean, otherwise: string): string {
  const reset = isDemo ? ', or make a new demonstration: npm run demo:reset' : ''
  return `Nothing was changed. ${otherwise}${reset}.`
}

/**
 * Throws `CannotStart`, and says what to do, unless this database has all former migrations and exactly what they made. In
 * a transaction, for the fingerprint.
 */
export async function checkFormer(
  client: pg.ClientBase,
  records: readonly string[],
  isDemo: boolean,
): Promise<void> {
  const different = records.findIndex((record, index) => record !== formerRecords[index])
  if (different !== -1)
    throw new CannotStart(
      `The migration ${records[different]!.split(' ')[0]} of this database is none that this release knows. ${advice(isDemo, 'Start the version that made it')}`,
    )
  if (records.length < formerRecords.length)
    throw new CannotStart(
      `This database is of an older development version: its last migration is ${records.at(-1)!.split(' ')[0]}. ${advice(isDemo, `Start commit ${lastWithThem} on it once`)}`,
    )
  if ((await fingerprintOf(client)) !== baselineFingerprint)
    throw new CannotStart(
      `This database has other tables, functions or rights than its migrations made. ${advice(isDemo, 'Undo what was changed by hand')}`,
    )
}
