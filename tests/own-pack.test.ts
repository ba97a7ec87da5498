/** An operator's own pack: what it needs for live, what it may leave out, and what is refused, each with its place. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packFaults } from '../src/domains/content/faults.ts'
import { judgeLivePack } from '../src/domains/content/judge.ts'
import { readPack } from '../src/domains/content/pack.ts'
import { promiseIn } from '../src/domains/content/read/promises.ts'
import { newFolder } from './support/folder.ts'
import { honestPack, writePack, type PackFiles } from './support/live-pack.ts'
import { root } from './support/source.ts'

/** A value in the files of a pack, by `firm.yaml legal.name`. */
function change(files: PackFiles, place: string, value: unknown): PackFiles {
  const [file, path] = place.split(' ') as [string, string?]
  if (path === undefined) return { ...files, [file]: value }
  const changed = structuredClone(files)
  const keys = path.split('.')
  let at = changed[file] as Record<string, unknown>
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[keys.at(-1)!] = value
  return changed
}

const whole = honestPack(0)

describe('of a pack for live', () => {
  test('nothing is missing where everything is there', async () => {
    const folder = await writePack(whole)
    expect(judgeLivePack(folder).faults).toEqual([])
    expect(packFaults(readPack(folder, 'live'))).toEqual([])
  })
  test.each([
    ['firm.yaml legal.name', 'The legal name is missing'],
    ['firm.yaml legal.address', 'The legal address is missing'],
    ['firm.yaml legal.jurisdiction', 'The jurisdiction is missing'],
    ['firm.yaml legal.regulator', 'The regulator is missing'],
    ['firm.yaml legal.licence.number', 'The licence number is missing'],
    ['firm.yaml legal.licence.register', 'The link to the public register is missing'],
    ['firm.yaml complaints.address', 'The address for complaints is missing'],
    ['firm.yaml complaints.text', 'What happens to a complaint is missing'],
    ['firm.yaml links.support', 'The link to support is missing'],
    ['firm.yaml verification', 'The section on verification is missing'],
    ['firm.yaml moneyIn', 'A way for money in is missing'],
    ['firm.yaml moneyIn.bank.holder', 'The holder of the bank account is missing'],
    ['firm.yaml moneyIn.bank.bank', 'The name of the bank is missing'],
    ['firm.yaml moneyIn.bank.iban', 'An IBAN, or an account and a routing number is missing'],
    ['firm.yaml moneyIn.bank.reference', 'The reference text of a transfer is missing'],
    ['plans.yaml plans.0.source', 'The source of return of One plan is missing'],
    ['plans.yaml', 'The plans are missing'],
    ['policies/PrivacyPolicy.md', 'The policy PrivacyPolicy is missing'],
    ['policies/TermsOfService.md', 'The policy TermsOfService is missing'],
    ['policies/UserAgreement.md', 'The policy UserAgreement is missing'],
  ])('%s alone is named, once, with its place, and stops no reading', async (place, what) => {
    const empty = place.endsWith('address') && place.includes('legal') ? [] : null
    const folder = await writePack(change(whole, place, empty))
    const { faults } = judgeLivePack(folder)
    expect(faults.map((fault) => fault.what)).toEqual([what])
    const [file] = place.split(' ')
    expect(faults[0]!.where).toMatch(new RegExp(`^own/${file}(, line \\d+)?(, [a-zA-Z0-9.]+)?$`))
    expect(faults[0]!.why).toMatch(/\w{3}/)
    expect(packFaults(readPack(folder, 'live'))).toEqual(faults)
  })
  test('an account and a routing number serve as well as an IBAN', async () => {
    const bank = { holder: 'A', bank: 'B', account: '12345', routing: '021000021', reference: 'R' }
    const folder = await writePack(change(whole, 'firm.yaml moneyIn.bank', bank))
    expect(judgeLivePack(folder).faults).toEqual([])
  })
  test('all that is wrong and missing is named at once, in every file', async () => {
    const folder = await writePack({
      'firm.yaml': { sample: false, name: 'Odd', links: { support: 'chat' } },
      'plans.yaml': 'plans: [',
      'landing.yaml': { title: 'Odd' },
      'policies/PrivacyPolicy.md': 'no head',
    })
    const { pack, faults } = judgeLivePack(folder)
    expect(pack).toBeNull()
    for (const where of [
      /^own\/firm\.yaml, line \d+, links\.support$/,
      /^own\/firm\.yaml, line \d+, legal\.name$/,
      /^own\/firm\.yaml, line \d+, pictures$/,
      /^own\/landing\.yaml, line \d+, hero$/,
      /^own\/plans\.yaml, line \d+$/,
      /^own\/policies\/PrivacyPolicy\.md, line 1$/,
      /^own\/policies\/TermsOfService\.md$/,
    ])
      expect(faults.map((fault) => fault.where)).toContainEqual(expect.stringMatching(where))
  })
  test.each([
    {},
    { 'firm.yaml': 'legal: text\nlinks: 5' },
    { 'firm.yaml': '[1, 2]' },
    { 'firm.yaml': '' },
  ])('nothing is thrown however little there is: %j', async (files) =>
    expect(judgeLivePack(await writePack(files)).faults.length).toBeGreaterThan(5),
  )
  test('nothing is thrown where files are folders', async () => {
    const folder = await writePack({})
    for (const file of ['firm.yaml', 'plans.yaml', 'policies/UserAgreement.md'])
      await mkdir(join(folder, file))
    expect(judgeLivePack(folder).faults.length).toBeGreaterThan(5)
  })
  test('a folder that isn’t there is the one thing to do', () =>
    expect(judgeLivePack('/nowhere/at/all').faults).toHaveLength(1))
})

describe('in live is refused, with file and line,', () => {
  test.each([
    [
      'landing.yaml faq.text',
      'Your return is Guaranteed.',
      /own\/landing\.yaml, line \d+, faq\.text: “Guaranteed” promises safety/,
    ],
    [
      'landing.yaml hero.text',
      'Profits are **guar**anteed here',
      /hero\.text: “guaranteed” promises/,
    ],
    ['landing.yaml hero.text', 'a rіsk-frее plan', /promises safety/],
    [
      'firm.yaml says',
      'You can\u200b’t lose',
      /own\/firm\.yaml, line \d+, says: .* promises safety/,
    ],
    [
      'plans.yaml plans.0.source',
      'A sure profit.',
      /plans\.yaml, line \d+, plans\.0\.source: “sure profit”/,
    ],
    ['landing.yaml about.picture.alt', 'No risk', /about\.picture\.alt: “No risk”/],
    ['firm.yaml sample', true, /firm\.yaml, line \d+, sample: must be false/],
    [
      'firm.yaml legal.licence.register',
      'http://register.test',
      /legal\.licence\.register: must be an address that begins with https/,
    ],
    [
      'firm.yaml moneyIn.bank.iban',
      'GB29 NWBK 6016 1331 9268 18',
      /moneyIn\.bank\.iban: This is not an IBAN: its check digits/,
    ],
    ['firm.yaml moneyIn.bank.routing', '021000022', /moneyIn\.bank\.routing: routing is not/],
    ['firm.yaml moneyIn.bank.bic', 'NWBK-GB', /moneyIn\.bank\.bic: bic is not a BIC/],
    ['firm.yaml moneyIn.bank.account', '1'.repeat(35), /account has more than 34 characters/],
    [
      'firm.yaml payouts',
      { bank: { zone: 'Here' } },
      /payouts\.bank\.zone: zone must be a time zone/,
    ],
    [
      'landing.yaml statistics',
      { title: 'Us', figures: [{ value: '9', label: 'people' }] },
      /statistics: Unrecognized key: "figures"/,
    ],
    ['plans.yaml plans.0.risk.warning', 'All is well.', /risk\.warning: The risk warning must say/],
  ])('%s as %j', async (place, value, complaint) => {
    const folder = await writePack(change(whole, place, value))
    expect(() => readPack(folder, 'live')).toThrow(complaint)
  })
  test.each([undefined, null, '/about', 'mailto:me@a.test'])(
    'a review whose source is %j',
    async (source) => {
      const picture = { file: 'pictures/lamp.svg', alt: '' }
      const review = { text: 'They pay.', name: 'M. Odd', note: '2026', picture, source }
      const reviews = { title: 'Reviews', items: [review] }
      const folder = await writePack(change(whole, 'landing.yaml reviews', reviews))
      expect(() => readPack(folder, 'live')).toThrow(
        /landing\.yaml, line \d+, reviews\.items\.0\.source: source/,
      )
      const said = { title: 'Reviews', items: [{ ...review, source: 'https://reviews.test/1' }] }
      readPack(await writePack(change(whole, 'landing.yaml reviews', said)), 'live')
    },
  )
  test('a promise that is drawn', async () => {
    const folder = await writePack(whole)
    const file = join(folder, 'pictures/lamp.svg')
    const drawing = await readFile(file, 'utf8')
    await writeFile(
      file,
      drawing.replace(
        '</svg>',
        '<text><tspan>GUARAN</tspan><tspan>TEED profit, no risk</tspan></text></svg>',
      ),
    )
    expect(() => readPack(folder, 'live')).toThrow(
      /own\/pictures\/lamp\.svg: “no risk” promises safety/,
    )
  })
  test('a fault whose words have a semicolon is one fault', async () => {
    const text = `${whole['policies/UserAgreement.md'] as string}\n    four spaces\n`
    const folder = await writePack(change(whole, 'policies/UserAgreement.md', text))
    expect(judgeLivePack(folder).faults).toHaveLength(1)
  })
  test('a promise in a policy, at its line', async () => {
    const text = `${whole['policies/UserAgreement.md'] as string}\nA risk-\nfree plan.\n`
    const folder = await writePack(change(whole, 'policies/UserAgreement.md', text))
    expect(() => readPack(folder, 'live')).toThrow(/UserAgreement\.md, line \d+: “risk/)
  })
})

test.each(['you could lose all of it', 'the risks', 'no risky loans', 'Money can be lost'])(
  '“%s” promises nothing',
  (text) => expect(promiseIn(text)).toBeNull(),
)

/** Runs a script of ours to its end. */
async function script(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts', name), ...args], { cwd: root })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code: code as number, stdout, stderr }
}

describe('content:new', () => {
  test('writes what to fill in, in the order of an operator, and content:check names each thing', async () => {
    const folder = join(await newFolder(), 'firm')
    expect(await script('content-new.ts', folder)).toMatchObject({ code: 0, stderr: '' })
    const order = await readFile(join(folder, 'README.md'), 'utf8')
    const steps = [...order.matchAll(/^\d\. \*\*(.+?)\*\*/gm)].map(([, step]) => step)
    expect(steps).toEqual([
      'Who you are.',
      'Your licence.',
      'What you offer, and where the return comes from.',
      'How money comes in.',
      'Whom you know.',
      'Policies.',
      'Support and complaints.',
      'The look.',
    ])
    const { code, stdout } = await script('content-check.ts', folder)
    expect(code).toBe(1)
    for (const line of [
      /^firm\/firm\.yaml, line \d+, name: name is required/m,
      /^firm\/firm\.yaml, line \d+, legal\.licence\.register: The link to the public register is missing/m,
      /^firm\/plans\.yaml, line \d+, plans\.0\.source: The source of return/m,
      /^firm\/landing\.yaml, line \d+, hero\.title: title is required/m,
      /^firm\/policies\/UserAgreement\.md, line \d+, description: /m,
    ])
      expect(stdout).toMatch(line)
    expect(stdout).toMatch(/^\d+ to do\.$/m)
  })
  test.each([
    ['a file in it', 'note.txt'],
    ['a hidden file', '.keep'],
  ])('leaves a folder alone that has %s', async (_, name) => {
    const folder = await newFolder()
    await writeFile(join(folder, name), 'mine')
    const { code, stderr } = await script('content-new.ts', folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was written')])
    expect(await readdir(folder)).toEqual([name])
  })
  test('fills an empty folder, and asks for one', async () => {
    const folder = join(await newFolder(), 'empty')
    await mkdir(folder)
    expect((await script('content-new.ts', folder)).code).toBe(0)
    expect((await script('content-new.ts')).code).toBe(1)
  })
})

describe('content:check', () => {
  test('has nothing to say of a whole pack', async () => {
    const { code, stdout } = await script('content-check.ts', await writePack(whole))
    expect([code, stdout]).toEqual([0, 'Nothing is missing: a firm can open with this content.\n'])
  })
  test('with --preview shows on this machine which page lacks what, as the files are now', async () => {
    const folder = await writePack(change(whole, 'firm.yaml moneyIn.bank.reference', null))
    const child = spawn(process.execPath, [
      join(root, 'scripts/content-check.ts'),
      folder,
      '--preview',
    ])
    onTestFinished(async () => {
      child.kill()
      await once(child, 'close')
    })
    let url = ''
    for await (const line of createInterface(child.stdout)) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? ''
      if (url) break
    }
    const page = async (path: string) => (await fetch(url + path)).text()
    expect(await page('/')).toMatch(/Fund account<\/a>: 1 to do/)
    expect(await page('/')).toMatch(/Landing page<\/a>: nothing to do/)
    expect(await page('/fundaccount')).toContain('The reference text of a transfer is missing')
    expect(await page('/Insurance')).toContain('the page does without it')
    expect((await fetch(`${url}/../../etc/passwd`)).status).toBe(404)
    await writeFile(join(folder, 'policies/UserAgreement.md'), '<script>')
    expect(await page('/UserAgreement')).toContain('<h2>To do</h2>')
    expect(await page('/UserAgreement')).not.toContain('<script>')
  })
})
