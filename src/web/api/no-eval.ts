/** Before any schema is made: zod would otherwise try to compile code from text, which the pages' policy refuses. */
import { config } from 'zod'

config({ jitless: true })
