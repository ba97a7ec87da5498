import { Button } from '@mantine/core'

/** How many have come that would move what is read; told quietly, and shown when that is asked for. */
export function NewRows({ count, onShow }: { count: number; onShow(): void }) {
  return (
    <div role="status">
      {count > 0 && (
        <Button variant="default" size="compact-sm" onClick={onShow}>
          {count.toLocaleString('en-US')} new, show
        </Button>
      )}
    </div>
  )
}
