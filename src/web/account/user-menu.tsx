import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { useLogOut } from '../api/use-log-out.ts'
import { AtButton, useOpening, type ButtonRef, type LateProps } from '../ui/late.tsx'

type UserMenuProps = LateProps & {
  button: ButtonRef
  /** The button's is the same with `-target` behind it. */
  id: string
}

export default function UserMenu({ open, onClose, button, id }: UserMenuProps) {
  const logOut = useLogOut()
  return (
    <Menu
      opened={useOpening(open)}
      onClose={onClose}
      id={id}
      position="bottom-end"
      withinPortal={false}
      width={200}
    >
      <Menu.Target>
        <AtButton button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/dashboard/profile">
          Profile
        </Menu.Item>
        <Menu.Item component={Link} to="/dashboard/security">
          Security
        </Menu.Item>
        <Menu.Item onClick={logOut}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
