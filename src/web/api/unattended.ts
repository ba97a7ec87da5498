/** Whether anybody is at the page: what it asks by itself, because it was told of something, keeps no session in use. */
const longestMs = 60_000
const deeds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastDeed = Date.now()

if (typeof window !== 'undefined')
  for (const deed of deeds)
    window.addEventListener(deed, () => (lastDeed = Date.now()), { capture: true, passive: true })

export const isUnattended = () => Date.now() - lastDeed > longestMs
