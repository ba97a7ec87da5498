import { Button } from '@mantine/core'
import { Empty, LoadProblem, Note, Waiting } from '../ui/states.tsx'
import { Specimen } from './specimen.tsx'

export function States() {
  return (
    <>
      <Specimen of="Waiting" says="For a page, and for a single figure">
        <div className="stack">
          <Waiting rows={2} />
          <Waiting rows={0}>Checking permissions...</Waiting>
        </div>
      </Specimen>
      <Specimen of="Empty" says="One sentence, and what to do next where there is something">
        <div className="stack">
          <Empty action={<Button variant="default">Invest</Button>}>
            No plan is running. What you invest in one will stand here, day by day.
          </Empty>
          <Empty>Nothing has happened yet.</Empty>
        </div>
      </Specimen>
      <Specimen of="LoadProblem" says="With a status, without, and while it is tried again">
        <div className="stack">
          <LoadProblem
            title="Error loading data: the request took too long"
            status={504}
            onRetry={() => {}}
          />
          <LoadProblem
            title="Error loading data: the server could not be reached"
            onRetry={() => {}}
          />
          <LoadProblem
            title="Error loading data: the server could not be reached"
            onRetry={() => {}}
            busy
          />
        </div>
      </Specimen>
      <Specimen of="Note" says="Beside a form: what to know, what went well, what went wrong">
        <div className="stack">
          <Note>Please log in to continue. You will be taken back to where you were.</Note>
          <Note tone="good">Settings updated.</Note>
          <Note tone="bad">
            This user has changed since the form was opened, and nothing was saved.
          </Note>
        </div>
      </Specimen>
    </>
  )
}
