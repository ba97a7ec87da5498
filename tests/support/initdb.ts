/** What a PostgreSQL of a test's own is created with: nobody else reaches it, and it needn't survive the machine. */
export const initdbArguments = (data: string): string[] => [
  ...['-D', data],
  ...['-U', 'glasshouse'],
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
  '--no-instructions',
]
