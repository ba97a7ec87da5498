/** A duration of the tokens, in milliseconds; 0 where reduced motion is preferred. */
export function timeOf(token: `--time-${string}`): number {
  const match = /^([\d.]+)(m?s)$/.exec(
    getComputedStyle(document.documentElement).getPropertyValue(token).trim(),
  )
  return match ? Number(match[1]) * (match[2] === 's' ? 1000 : 1) : 0
}

/** Waves start where the pointer presses, or in the middle for the keyboard. */
function wave(button: HTMLElement, at: { x: number; y: number } | null): void {
  const duration = timeOf('--time-ripple')
  if (duration === 0) return
  const box = button.getBoundingClientRect()
  const { x, y } = at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const reach = Math.hypot(
    Math.max(x - box.left, box.right - x),
    Math.max(y - box.top, box.bottom - y),
  )
  const ripple = document.createElement('span')
  ripple.className = 'ripple'
  ripple.setAttribute('aria-hidden', 'true')
  ripple.style.cssText = `left:${x - box.left}px;top:${y - box.top}px;width:${2 * reach}px;height:${2 * reach}px`
  button.append(ripple)
  const spread = ripple.animate(
    [
      { transform: 'translate(-50%, -50%) scale(0)', opacity: 1 },
      { transform: 'translate(-50%, -50%) scale(1)', opacity: 0 },
    ],
    { duration, easing: 'ease-out', id: 'ripple' },
  )
  spread.onfinish = spread.oncancel = () => ripple.remove()
}

/** One listener for the whole page; returns how to take it away. */
export function startRipples(): () => void {
  const onPress = (event: PointerEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-ripple]:not(:disabled)')
    if (button && event.button === 0) wave(button, { x: event.clientX, y: event.clientY })
  }
  const onKey = (event: KeyboardEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-ripple]:not(:disabled)')
    if (button && event.key === 'Enter' && !event.repeat) wave(button, null)
  }
  document.addEventListener('pointerdown', onPress)
  document.addEventListener('keydown', onKey)
  return () => {
    document.removeEventListener('pointerdown', onPress)
    document.removeEventListener('keydown', onKey)
  }
}
