/** The menu opens and closes by itself; this closes it when something is chosen, and when the wide navigation appears. */
export function startMenu(menu: HTMLElement): void {
  const close = () => menu.matches(':popover-open') && menu.hidePopover()
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) close()
  })
  matchMedia('(min-width: 768px)').addEventListener('change', ({ matches }) => {
    if (matches) close()
  })
}
