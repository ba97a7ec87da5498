/** Announcements, thought again: two send one, each person gets it once, one stops it, and two let it go on. */
import type { Announcement } from '../../src/domains/announcements/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Apart } from './model-apart.ts'
import { day, firmsId, no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import type { Proposals, Thing } from './model-proposals.ts'

function sending(house: House, c: CommandOf<'ProposeAnnouncement'>): Thing {
  return {
    kind: 'announcement',
    called: 'announcement',
    holds: null,
    lastsMs: 7 * day,
    facts: c,
    shown: c,
    unfit: () => (c.reaches === 0 ? no('nobody_reached') : null),
    make({ id, at, actor }, _, first) {
      house.announcements.push({
        id,
        owner: firmsId,
        title: c.title,
        body: c.text,
        isMailed: c.isMailed,
        plan: c.plan,
        status: c.status,
        country: c.country,
        expected: c.reaches,
        at,
        firstBy: first!.by,
        secondBy: actor!,
        state: 'sending',
        stateAt: at,
        stoppedBy: null,
        reached: null,
      })
      house.enterFirm('announcement-begun', at)
    },
  }
}

function resuming(house: House, id: string, one: Announcement | undefined): Thing {
  const facts = { announcement: id, title: one?.title ?? '' }
  return {
    kind: 'announcement-resuming',
    called: 'resuming of this announcement',
    holds: `announcement ${id}`,
    lastsMs: 7 * day,
    facts,
    shown: facts,
    unfit() {
      if (!one) return no('unknown_announcement')
      return one.state === 'stopped' ? null : no('announcement_not_stopped')
    },
    make({ at }) {
      Object.assign(one!, { state: 'sending', stateAt: at })
      house.enterFirm('announcement-resumed', at)
    },
  }
}

class Announcing extends Part {
  readonly #waits: Proposals
  constructor(house: House, waits: Proposals) {
    super(house)
    this.#waits = waits
  }

  #one = (id: string) => this.house.announcements.find((one) => one.id === id)

  propose(c: CommandOf<'ProposeAnnouncement'>, by: By): Outcome {
    return this.#waits.give(sending(this.house, c), 'Two agree to what is announced.', by)!
  }

  resume({ announcement: id }: CommandOf<'ResumeAnnouncement'>, by: By): Outcome {
    const thing = resuming(this.house, id, this.#one(id))
    return this.#waits.give(thing, 'Two agree that it goes on.', by)!
  }

  /** It ends for now, or for good. */
  #end(id: string, at: number, kind: string, state: Partial<Announcement>, words: string): Outcome {
    const one = this.#one(id)
    if (!one) return no('unknown_announcement')
    if (one.state !== 'sending') return no('announcement_not_sending')
    Object.assign(one, { ...state, stateAt: at })
    this.house.enterFirm(kind, at)
    return said(200, words)
  }

  stop({ announcement: id }: CommandOf<'StopAnnouncement'>, { at, actor }: By): Outcome {
    const stopped = { state: 'stopped', stoppedBy: actor } as const
    const words = 'Stopped. Nobody else gets it until two agree that it goes on.'
    return this.#end(id, at, 'announcement-stopped', stopped, words)
  }

  finish({ announcement: id, reached }: CommandOf<'FinishAnnouncement'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    return this.#end(id, by.at, 'announcement-sent', { state: 'sent', reached }, 'Sent')
  }

  deliver({ owner, announcement }: CommandOf<'DeliverAnnouncement'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const one = this.#one(announcement)
    if (!one) return no('unknown_announcement')
    if (one.state !== 'sending') return no('announcement_not_sending')
    if (owner === firmsId) return no('nothing_to_change')
    const person = this.house.holder(owner)
    if ('code' in person) return person
    // Who only looks on here is no customer.
    if (person.roles === '["auditor"]') return no('nothing_to_change')
    const isMailed = one.isMailed && person.emailVerified
    this.house.deliveries.push({
      ...{ id: by.id, announcement, owner, at: by.at },
      ...{ isMailed, readAt: null },
    })
    this.house.enter(person, 'announcement-received', by.at)
    return said(200, 'Delivered')
  }

  read({ owner, delivery: id }: CommandOf<'ReadAnnouncement'>, { at }: By): Outcome {
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const delivery = this.house.deliveries.find((one) => one.id === id)
    if (delivery?.owner !== owner) return no('unknown_announcement')
    if (delivery.readAt !== null) return no('nothing_to_change', 'You have read it before.')
    delivery.readAt = at
    return said(200, 'Seen')
  }
}

export type PlayedOfAnnouncements =
  | 'ProposeAnnouncement'
  | 'DeliverAnnouncement'
  | 'ReadAnnouncement'
  | 'StopAnnouncement'
  | 'ResumeAnnouncement'
  | 'FinishAnnouncement'

export const announcements: Apart<PlayedOfAnnouncements> = {
  byStaff: ['ProposeAnnouncement', 'StopAnnouncement', 'ResumeAnnouncement'],
  begin(house, waits) {
    const part = new Announcing(house, waits)
    return {
      decide: {
        ProposeAnnouncement: (c, by) => part.propose(c, by),
        DeliverAnnouncement: (c, by) => part.deliver(c, by),
        ReadAnnouncement: (c, by) => part.read(c, by),
        StopAnnouncement: (c, by) => part.stop(c, by),
        ResumeAnnouncement: (c, by) => part.resume(c, by),
        FinishAnnouncement: (c, by) => part.finish(c, by),
      },
      subjectOf: ({ command }) => ('owner' in command ? command.owner : firmsId),
      rows: {
        announcements: { rows: house.announcements, words: [] },
        announcement_deliveries: { rows: house.deliveries, words: [] },
      },
    }
  },
}
