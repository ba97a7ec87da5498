import { Button } from '@mantine/core'
import { useState } from 'react'
import { forgetManifest } from '../../api/kept-manifest.ts'
import styles from './proof.module.css'

/** Of another world, such as a demonstration that was begun anew, nothing later can be in one chain. */
export function Forget() {
  const [done, setDone] = useState(false)
  return (
    <div className={styles.forget}>
      <p className="small" role="status">
        {done
          ? 'This browser has forgotten it. The next proof it checks is the first one to it.'
          : 'This browser itself keeps the hash of the newest manifest that it has checked.'}
      </p>
      {!done && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            forgetManifest()
            setDone(true)
          }}
        >
          Forget the kept hash
        </Button>
      )}
    </div>
  )
}
