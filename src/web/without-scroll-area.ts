/** What the browser gets in place of the library's scrolling area, which no dialog here is made with; vite.config.ts puts it there. */
export const ScrollArea = { Autosize: Symbol('none') }
