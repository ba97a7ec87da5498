import styles from './scene.module.css'

/** An engraving seen through the window, in the light or dark plate. The hidden one is lazy, so it is never loaded. */
export function Scene({ src, alt }: { src: string; alt: string }) {
  return (
    <>
      <img className={styles.light} src={src} alt={alt} loading="lazy" />
      <img className={styles.dark} src={`${src}#dark`} alt={alt} loading="lazy" />
    </>
  )
}
