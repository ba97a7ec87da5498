import { Popover } from '@mantine/core'
import { useId } from 'react'
import { AtButton, useOpening, type ButtonRef, type LateProps } from '../../ui/late.tsx'
import styles from './bell.module.css'
import { Told } from './told.tsx'

type PanelProps = LateProps & { button: ButtonRef }

export default function Panel({ open, onClose, button }: PanelProps) {
  const titleId = useId()
  return (
    <Popover
      opened={useOpening(open)}
      onChange={(isOpen) => isOpen || onClose()}
      position="bottom-end"
      floatingStrategy="fixed"
      withinPortal={false}
      width={416}
      trapFocus
      returnFocus
      classNames={{ dropdown: styles.dropdown! }}
    >
      <Popover.Target>
        <AtButton button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <Told titleId={titleId} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
