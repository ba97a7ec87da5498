/** What the outbox shows, as HTML: mails, none of them, or where its key is. */
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Mail } from '../../platform/mail/kept.ts'
import { writeLetter } from '../../domains/nouns.ts'
import { recipientOf } from '../../platform/mail/addressee.ts'
import { styleElement } from '../../platform/mail/html.ts'
import { escapeHtml as text } from '../../lib/escape-html.ts'

/** For whom mails are written, and by whom. */
export type Sender = { origin: string; secret: string; firm: { name: string; sample: boolean } }

/** How many are shown. */
export const maxMails = 100

/** As the screens say it, in the one zone that is known here; a script of the page makes it the reader's. */
const inUtc = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
  timeZone: 'UTC',
})

function time(at: Instant): string {
  return `<time datetime="${isoFromInstant(at)}" data-local="">${inUtc.format(at).replace('\u202f', ' ')} UTC</time>`
}

/** A mail that waits for no server needs no word: the page says that it sends none. */
const states: Record<string, string> = {
  waiting: 'about to be sent',
  sent: 'sent',
  failed: 'could not be sent',
}

/** An address becomes a link where it is this site’s own and nothing stands right behind it; others stay words. */
function linked(words: string, origin: string): string {
  const own = new RegExp(`(?<!\\S)(${RegExp.escape(origin)}(?:/[\\w./-]*)?)(?!\\S)`)
  return words
    .split(own)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${text(part)}">${text(part)}</a>` : text(part),
    )
    .join('')
}

/**
 * A mail's HTML as people get it, in a tree of its own: the styles of the page don't reach it, nor its own the page. The
 * parser makes it, without any script, and the policy of the page lets none run in it.
 */
function shown(html: string): string {
  const [, body] = /<body[^>]*>([^]*)<\/body>/.exec(html)!
  return `<div><template shadowrootmode="open"><style>${styleElement}</style>${body}</template></div>`
}

function article(mail: Mail, sender: Sender, isNewest: boolean): string {
  const {
    subject,
    text: words,
    html,
  } = writeLetter(mail.template, recipientOf(sender, mail), mail.values)
  const state = states[mail.state]
  const when = `${time(mail.created_at)}${state === undefined ? '' : ` · ${state}`}`
  const lines = words
    .split('\n\n')
    .map((line) => `<p>${linked(line, sender.origin)}</p>`)
    .join('\n')
  return `<article><details${isNewest ? ' open' : ''}><summary><h2>${text(subject)}</h2> <span>To ${text(mail.address ?? 'a closed account')}</span> <span>${when}</span></summary>
<div>${shown(html)}
<details><summary>As plain text</summary><div>${lines}</div></details></div></details></article>`
}

const head = (lead: string) => `<header><h1>Outbox</h1>\n<p class="lead">${lead}</p></header>`

const empty = `<section><h2>No email yet</h2>
<p>What the site writes to people will appear here, newest first: a welcome, links that set a new password, and notices of deposits, investments and withdrawals.</p>
<p><a href="/signup">Sign up</a>, and the first one is here.</p></section>`

export function mailList(mails: readonly Mail[], sender: Sender): string {
  return `${head(`The demonstration sends no email unless a mail server is set. These are the newest ${maxMails} that it has written.`)}
${mails.map((mail, index) => article(mail, sender, index === 0)).join('\n') || empty}`
}

/** For visitors who may not read it. */
export const keyNeeded = ({
  origin,
}: Sender) => `${head('The emails of this demonstration are kept here, and opened with a key.')}
<section><h2>Where the key is</h2>
<p>These emails belong to everyone, and some contain links that set a new password, so only the person who runs this server can see them.</p>
<p>If that is you, open the address that the server printed when it started. It ends in the key, which this browser then keeps:</p>
<pre>Mails: ${text(origin)}/outbox?key=…</pre>
<p>An administrator of the demonstration who is <a href="/login">signed in</a> needs none.</p></section>`
