/** A frame as high as the mail in it, whenever either changes; without this it scrolls by itself. */
export function fitMail(frame: HTMLIFrameElement): void {
  const fit = () => {
    const root = frame.contentDocument?.documentElement
    if (root && root.scrollWidth > 0)
      frame.style.height = `${root.getBoundingClientRect().height}px`
  }
  frame.addEventListener('load', fit)
  new ResizeObserver(fit).observe(frame)
  fit()
}
