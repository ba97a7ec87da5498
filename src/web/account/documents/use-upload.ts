import { useRef, useState } from 'react'
import { largestDocument, type FileKind } from '../../../contract/document.ts'
import { api } from '../../api/api.ts'
import { failureText, statusOf, whyEnded } from '../../api/failure.ts'
import { signedOut } from '../../api/session.ts'
import { useAppDispatch } from '../../api/store.ts'
import { newUpload, sendUpload, type Upload } from '../../api/upload.ts'
import { photoOf, sentPictures } from './photo-look.ts'
import { notesOn } from './quality.ts'
import { smaller } from './smaller.ts'

export type UploadState =
  | { is: 'ready' }
  | { is: 'sending'; name: string; percent: number }
  /** Something was noticed: the person decides whether it is sent all the same. */
  | { is: 'looked'; name: string; notes: string[]; upload: Upload; picture: HTMLCanvasElement }
  | { is: 'failed'; name: string; why: string; upload: Upload | null }

const tooLarge = 'This file is larger than 10 MB. Choose a smaller one, or take a photo of it.'

/** One file at a time: chosen, made smaller where it is a photo, sent, stopped or sent again. */
export function useUpload(kind: FileKind, onAdded: () => void) {
  const dispatch = useAppDispatch()
  const [state, setState] = useState<UploadState>({ is: 'ready' })
  const stopping = useRef<AbortController | null>(null)

  async function send(
    upload: Upload,
    name: string,
    picture: HTMLCanvasElement | null = null,
  ): Promise<void> {
    const own = new AbortController()
    stopping.current = own
    const onProgress = (sent: number) => {
      if (!own.signal.aborted) setState({ is: 'sending', name, percent: Math.round(sent * 100) })
    }
    onProgress(0)
    try {
      const { id } = await sendUpload(upload, { onProgress, signal: own.signal })
      if (picture) sentPictures.set(id, picture)
      setState({ is: 'ready' })
      dispatch(api.util.invalidateTags(['Documents', 'Activity']))
      onAdded()
    } catch (failure) {
      if (own.signal.aborted) {
        setState({ is: 'ready' })
        // It may have arrived all the same.
        return void dispatch(api.util.invalidateTags(['Documents']))
      }
      if (statusOf(failure) === 401) dispatch(signedOut({ left: false, why: whyEnded(failure) }))
      const why = failureText(failure, 'The document could not be added. Please try again.')
      setState({ is: 'failed', name, why, upload })
    }
  }
  return {
    state,
    async choose(file: File) {
      setState({ is: 'sending', name: file.name, percent: 0 })
      const bytes = await smaller(file)
      if (bytes.size > largestDocument)
        return setState({ is: 'failed', name: file.name, why: tooLarge, upload: null })
      const upload = newUpload(bytes, kind)
      // What is sent with a message may be of anything.
      const photo = kind === 'message' ? null : await photoOf(bytes)
      const notes = photo ? notesOn(photo.look) : []
      if (photo && notes.length > 0)
        return setState({ is: 'looked', name: file.name, notes, upload, picture: photo.picture })
      await send(upload, file.name, photo?.picture)
    },
    stop: () => stopping.current?.abort(),
    leave: () => setState({ is: 'ready' }),
    again: send,
  }
}
