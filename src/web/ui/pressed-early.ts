/**
 * Log In, pressed before the scripts ran: on a slow line a password manager has filled the fields long before. The form is
 * sent once they run, with what stands in its fields. Without scripts its button stays disabled: only they can send it.
 */

/** Of the form that takes it. */
export const takesPress = { 'data-takes-press': '' }

const button = 'form[data-takes-press] [type=submit]'

/** Stands at the end of the document. The form says that it is busy from the press on. */
export const takePresses = `{const w=window,d=document;d.querySelectorAll('${button}').forEach(b=>{b.disabled=false;b.removeAttribute('data-disabled')});w.pressedEarly=null;w.takePress=e=>{if(!('takesPress' in e.target.dataset))return;e.preventDefault();e.stopPropagation();w.pressedEarly=e.target;e.target.setAttribute('aria-busy','true')};w.addEventListener('submit',w.takePress,true)}`

type Taking = {
  pressedEarly?: HTMLFormElement | null
  takePress?: (event: SubmitEvent) => void
}

/** To be called when forms are sent by the page itself. */
export function adoptPressedEarly(): void {
  const { pressedEarly, takePress } = window as Taking
  if (takePress) window.removeEventListener('submit', takePress, true)
  if (!pressedEarly) return
  pressedEarly.removeAttribute('aria-busy')
  // The guards may have led somebody who is signed in away from the form.
  if (pressedEarly.isConnected) pressedEarly.requestSubmit()
}
