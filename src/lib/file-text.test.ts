import { expect, test } from 'vitest'
import { textOfFile } from './file-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const wide = (text: string, isLittle: boolean) => {
  const units = [0xfeff, ...Array.from(text, (char) => char.charCodeAt(0))]
  return Uint8Array.from(
    units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  )
}
const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Müller</a>'

test.each<[string, Uint8Array, string]>([
  ['in UTF-8', utf8('Müller'), 'Müller'],
  ['in UTF-8 with its mark', utf8('\uFEFFMüller'), 'Müller'],
  ['in UTF-16, little end first', wide('Müller', true), 'Müller'],
  ['in UTF-16, big end first', wide('Müller', false), 'Müller'],
  ['of XML that says Latin-1', latin1(xml), xml],
  [
    'of XML that says Windows-1252',
    latin1(xml.replace('ISO-8859-1', 'windows-1252')),
    xml.replace('ISO-8859-1', 'windows-1252'),
  ],
  ['that is empty', utf8(''), ''],
])('a file %s is read', (_, bytes, text) => expect(textOfFile(bytes)).toEqual({ text }))

test.each<[string, Uint8Array, RegExp]>([
  ['a ZIP', Uint8Array.of(0x50, 0x4b, 3, 4, 0), /ZIP file. Unpack it/],
  ['a PDF', utf8('%PDF-1.7'), /PDF/],
  ['an Excel file of before', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /Excel/],
  ['a CSV in Latin-1', latin1('date,name\n2026-01-05,Müller'), /isn’t written in UTF-8/],
  ['XML that says UTF-8 and isn’t', latin1(xml.replace('ISO-8859-1', 'utf-8')), /UTF-8/],
  ['XML in an encoding that nobody knows', utf8(xml.replace('ISO-8859-1', 'EBCDIC-X')), /EBCDIC-X/],
])('%s is refused by its name', (_, bytes, fault) =>
  expect(textOfFile(bytes)).toEqual({ fault: expect.stringMatching(fault) }),
)
