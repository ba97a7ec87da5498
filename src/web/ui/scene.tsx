import type { Picture } from '../../contract/site.ts'
import styles from './scene.module.css'

/** `eager` for what is seen at once; everything else waits until it comes near. */
type SceneProps = { picture: Picture; eager?: boolean }

/** A picture in its light or dark plate; without a dark one the same serves both. A hidden plate is lazy, so it isn't loaded. */
export function Scene({ picture: { src, dark, width, height, alt }, eager = false }: SceneProps) {
  const common = {
    width,
    height,
    decoding: 'async',
    loading: eager ? 'eager' : 'lazy',
    fetchPriority: eager ? 'low' : undefined,
  } as const
  if (!dark) return <img src={src} alt={alt} {...common} />
  return (
    <>
      <img className={styles.light} src={src} alt={alt} {...common} />
      <img className={styles.dark} src={dark} alt={alt} {...common} />
    </>
  )
}
