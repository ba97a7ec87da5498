/** Announcements: to all or some, delivered one by one, read, stopped and let go on. */
import { idFromName } from '../../../src/platform/ids.ts'
import type { PlayedOfAnnouncements } from '../model-announcements.ts'
import { nobody, pick, pickReady, type Drafts, type Scene } from '../scene.ts'

const announcementOf = ({ model, nth, twist }: Scene, state: string) =>
  twist % 32 === 9
    ? nobody
    : (pickReady(model.announcements, nth, (one) => one.state === state)?.id ?? nobody)

export const announcements: Drafts<PlayedOfAnnouncements> = {
  weights: {
    ProposeAnnouncement: 2,
    DeliverAnnouncement: 6,
    ReadAnnouncement: 4,
    StopAnnouncement: 2,
    ResumeAnnouncement: 2,
    FinishAnnouncement: 1,
  },
  makers: {
    ProposeAnnouncement({ model, nth, twist, actor }) {
      const plan = nth % 5 === 1 ? pick(model.plans, nth)! : null
      return {
        command: {
          ...{ title: `News ${nth}`, text: `What is new: ${nth}`, isMailed: twist % 2 === 0 },
          ...{ plan: plan?.id ?? null, planTitle: plan?.title ?? null },
          ...{ status: nth % 7 === 2 ? 'frozen' : null, country: nth % 11 === 3 ? 'DE' : null },
          reaches: nth % 12,
        },
        actor,
      }
    },
    DeliverAnnouncement(scene) {
      const announcement = announcementOf(scene, 'sending')
      const { user: owner, twist } = scene
      return {
        command: { owner, announcement },
        actor: twist % 64 === 5 ? owner : null,
        // Nobody gets the same one twice.
        id: idFromName(`announcement ${announcement} for ${owner}`),
      }
    },
    ReadAnnouncement({ model, user, nth, twist }) {
      const one = pickReady(model.deliveries, nth, ({ readAt }) => readAt === null)
      const owner = twist % 16 === 5 ? user : (one?.owner ?? user)
      return { command: { owner, delivery: one?.id ?? nobody }, actor: owner }
    },
    StopAnnouncement(scene) {
      const announcement = announcementOf(scene, 'sending')
      return { command: { announcement, reason: `Reason ${scene.nth}` }, actor: scene.actor }
    },
    ResumeAnnouncement(scene) {
      return {
        command: { announcement: announcementOf(scene, 'stopped') },
        actor: scene.actor,
      }
    },
    FinishAnnouncement(scene) {
      return {
        command: { announcement: announcementOf(scene, 'sending'), reached: scene.nth },
        actor: scene.twist % 64 === 5 ? scene.actor : null,
      }
    },
  },
}
