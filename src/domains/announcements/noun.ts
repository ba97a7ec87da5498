import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { announcement, announcementResuming } from './proposals.ts'
import {
  deliverAnnouncement,
  finishAnnouncement,
  proposeAnnouncement,
  readAnnouncement,
  resumeAnnouncement,
  stopAnnouncement,
} from './rules.ts'
import { announcements, deliveries } from './table.ts'

export const noun = {
  commands: {
    ProposeAnnouncement: proposeAnnouncement,
    DeliverAnnouncement: deliverAnnouncement,
    ReadAnnouncement: readAnnouncement,
    StopAnnouncement: stopAnnouncement,
    ResumeAnnouncement: resumeAnnouncement,
    FinishAnnouncement: finishAnnouncement,
  },
  writers: [announcements, deliveries],
  letters,
  proposals: [announcement, announcementResuming],
} satisfies Noun
