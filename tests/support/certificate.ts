/** A certificate of this moment, for one name, signed by its own key: X.509 as RFC 5280 has it, made without a program of the machine's. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from './folder.ts'

/** DER: a tag, the length, and what is inside. */
function der(tag: number, ...inside: Uint8Array[]): Buffer {
  const content = Buffer.concat(inside)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...inside: Uint8Array[]) => der(0x30, ...inside)
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const oid = {
  commonName: bytes('0603550403'),
  subjectAltName: bytes('0603551d11'),
  basicConstraints: bytes('0603551d13'),
  ecdsaWithSha256: bytes('06082a8648ce3d040302'),
}

/** UTCTime, for the next hours. */
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

function certificateOf(name: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hour = 3_600_000
  const subject = sequence(der(0x31, sequence(oid.commonName, der(0x0c, Buffer.from(name)))))
  const names = sequence(der(0x82, Buffer.from(name)))
  const extensions = sequence(
    sequence(oid.subjectAltName, der(0x04, names)),
    sequence(oid.basicConstraints, bytes('0101ff'), der(0x04, sequence(bytes('0101ff')))),
  )
  const signed = sequence(
    der(0xa0, bytes('020102')),
    der(0x02, Buffer.from([0x40]), randomBytes(8)),
    sequence(oid.ecdsaWithSha256),
    subject,
    sequence(time(new Date(Date.now() - hour)), time(new Date(Date.now() + 24 * hour))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const whole = sequence(signed, sequence(oid.ecdsaWithSha256), signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** The paths of both, in PEM. */
export async function makeCertificate(
  name: string,
): Promise<{ folder: string; key: string; certificate: string }> {
  const folder = await newFolder()
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((file) => join(folder, file)) as [
    string,
    string,
  ]
  const made = certificateOf(name)
  await writeFile(key, made.key)
  await writeFile(certificate, made.certificate)
  return { folder, key, certificate }
}
