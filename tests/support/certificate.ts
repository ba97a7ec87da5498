/** A certificate of this moment, for one name. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from './folder.ts'

/** The paths of both, in PEM. `openssl` is another program of this kind where the machine's own isn't there. */
export async function makeCertificate(
  name: string,
  openssl = 'openssl',
): Promise<{ folder: string; key: string; certificate: string }> {
  const folder = await newFolder()
  const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((file) => join(folder, file)) as [
    string,
    string,
  ]
  await promisify(execFile)(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '1', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', key, '-out', certificate],
  ])
  return { folder, key, certificate }
}
