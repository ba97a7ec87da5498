/** XML for programs of others, such as a bank's. */
import { SaxesParser } from 'saxes'
import { escapeHtml } from './escape-html.ts'
import { asXmlText } from './text.ts'

/** An element around what is XML already. */
export const element = (name: string, ...content: string[]): string =>
  `<${name}>${content.join('')}</${name}>`

/** An element around words, cut after so many characters. What XML can't hold is replaced: rows of earlier times may have it. */
export const words = (name: string, text: string, most: number): string =>
  element(name, escapeHtml(Array.from(asXmlText(text)).slice(0, most).join('')))

/** The same text, parsed again before it leaves: throws where it is ill-formed, since one row would break the file for all in it. */
export function mustBeXml(text: string): string {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  return text
}
