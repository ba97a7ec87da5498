/** Loaded into a server before its own code: on SIGUSR2 something fails that nobody catches, as FAILURE names it. */
process.on('SIGUSR2', () => {
  const fault = new Error('nobody caught this')
  if (process.env.FAILURE === 'rejection') void Promise.reject(fault)
  else
    setImmediate(() => {
      throw fault
    })
})
