import { useEffect, useRef } from 'react'
import styles from './documents.module.css'

/** Beside words that say what it is. */
export function Thumbnail({ of: source }: { of: HTMLCanvasElement }) {
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => place.current?.getContext('2d')?.drawImage(source, 0, 0), [source])
  return (
    <canvas
      ref={place}
      className={styles.thumbnail}
      width={source.width}
      height={source.height}
      aria-hidden="true"
    />
  )
}
