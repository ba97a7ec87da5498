import { Button, Menu, Tabs } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogButtons, Question } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Strip } from '../ui/strip.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { Specimen } from './specimen.tsx'

export function Opening() {
  return (
    <>
      <Specimen
        of="Dialog, DialogButtons, Question"
        says="The title is the question, the safe answer comes first"
      >
        <Dialogs />
      </Specimen>
      <Specimen of="Toasts" says="320 px, five seconds; waiting while pointed at or focused">
        <div className="row">
          <Button variant="default" onClick={() => toastGood('User profile updated successfully')}>
            What went well
          </Button>
          <Button variant="default" onClick={() => toastBad('Incorrect email or password')}>
            What went wrong
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toastBad(
                'The server could not be reached, and nothing was booked. Check the connection and press the button again: the same request is never booked twice.',
              )
            }
          >
            Many words
          </Button>
        </div>
      </Specimen>
      <Specimen
        of="ProgressLine, Strip"
        says="At the upper edge of the window: a page that is waited for, and what concerns every page"
      >
        <Edge />
      </Specimen>
      <Specimen of="Tabs">
        <Tabs defaultValue="users">
          <Tabs.List>
            <Tabs.Tab value="users">Users Management</Tabs.Tab>
            <Tabs.Tab value="withdrawals">Withdrawals</Tabs.Tab>
            <Tabs.Tab value="treasury">Treasury</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="users">
            <p className="small">The panel of the first tab.</p>
          </Tabs.Panel>
          <Tabs.Panel value="withdrawals">
            <p className="small">The panel of the second.</p>
          </Tabs.Panel>
          <Tabs.Panel value="treasury">
            <p className="small">The panel of the third.</p>
          </Tabs.Panel>
        </Tabs>
      </Specimen>
      <Specimen of="Menu">
        <Menu position="bottom-start" withinPortal={false} width={200}>
          <Menu.Target>
            <Button variant="default" size="compact-sm" rightSection={<Icon name="down" />}>
              Account
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>Profile</Menu.Item>
            <Menu.Item>Logout</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Specimen>
    </>
  )
}

function Edge() {
  const [shown, setShown] = useState<'line' | 'strip' | null>(null)
  const toggle = (what: 'line' | 'strip') => setShown(shown === what ? null : what)
  return (
    <div className="row">
      <Button variant="default" aria-pressed={shown === 'line'} onClick={() => toggle('line')}>
        A page on its way
      </Button>
      <Button variant="default" aria-pressed={shown === 'strip'} onClick={() => toggle('strip')}>
        No connection
      </Button>
      <ProgressLine on={shown === 'line'}>Loading the page...</ProgressLine>
      {shown === 'strip' && (
        <Strip role="status">
          You are offline. Nothing can be sent until you are connected again.
        </Strip>
      )}
    </div>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'question' | 'danger' | 'busy' | null>(null)
  const close = () => setOpen(null)
  const words = { onClose: close, onConfirm: close, busyText: 'Approving...' }
  return (
    <>
      <div className="row">
        <Button variant="default" onClick={() => setOpen('plain')}>
          A dialog
        </Button>
        <Button variant="default" onClick={() => setOpen('question')}>
          A question
        </Button>
        <Button variant="default" onClick={() => setOpen('danger')}>
          A dangerous one
        </Button>
        <Button variant="default" onClick={() => setOpen('busy')}>
          A busy one
        </Button>
      </div>
      <Dialog title="Request Submitted!" open={open === 'plain'} onClose={close}>
        <p>250.00 is held until the request is decided.</p>
        <DialogButtons>
          <Button onClick={close}>Close</Button>
        </DialogButtons>
      </Dialog>
      <Question
        {...words}
        title="Approve this withdrawal?"
        confirm="Approve"
        open={open === 'question'}
        busy={false}
      >
        <p>250.00 moves from what is held to what is owed.</p>
      </Question>
      <Question
        {...words}
        title="Delete this user?"
        confirm="Delete"
        keep="Keep"
        open={open === 'danger'}
        busy={false}
        danger
      >
        <p>The person’s data is erased; the books keep what has happened.</p>
      </Question>
      <Question
        {...words}
        title="Approve this withdrawal?"
        confirm="Approve"
        open={open === 'busy'}
        busy
      >
        <p>250.00 moves from what is held to what is owed.</p>
      </Question>
    </>
  )
}
