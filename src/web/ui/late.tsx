/** What is fetched when it is first opened: a page weighs less by it. */
import {
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type Ref,
  type RefObject,
} from 'react'
import { toastBad } from './toast.tsx'

export type LateProps = { open: boolean; onClose(): void }
/** Brings the part in, which has a file of its own. */
export type LoadLate<Props> = () => Promise<{ default: ComponentType<Props> }>

/** `what`, as in "The search could not be loaded." */
export function useLate<Props>(load: LoadLate<Props>, what: string) {
  const [isOpen, setOpen] = useState(false)
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const bring = async () => {
    if (Part) return
    const { default: loaded } = await load()
    setPart(() => loaded)
  }
  return {
    isOpen,
    /** Null until it is there. */
    Part,
    isWaiting: isOpen && Part === null,
    async open() {
      setOpen(true)
      try {
        await bring()
      } catch {
        setOpen(false)
        toastBad(`${what} could not be loaded. Check your connection and try again.`)
      }
    },
    close: () => setOpen(false),
    /** Somebody is about to open it. Whether it can be fetched is asked again when they do. */
    prepare: () => void bring().catch(() => {}),
  }
}

/** Opens in the draw after the first one: what opens later knows where the keyboard was, and gives it back. */
export function useOpening(open: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return open && isThere
}

/** Kept without a state of its own: a state set by the button's arrival would have its page drawn twice. */
export type ButtonRef = RefObject<HTMLButtonElement | null>

/** In the place of a target: what is opened stands at a button that was there before. */
export function AtButton({
  button,
  ref,
}: {
  button: ButtonRef
  ref?: Ref<HTMLElement> | undefined
}) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    ref(button.current)
    return () => void ref(null)
  }, [button, ref])
  return null
}
