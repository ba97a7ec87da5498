/** Imported first by every entry: an older Node would stop later and less clearly. */
const oldest = 26

if (Number(process.versions.node.split('.')[0]) < oldest) {
  process.stderr.write(
    `Glasshouse needs Node ${oldest}, which its npm scripts bring along: run "npm start" (this is Node ${process.versions.node}).\n`,
  )
  process.exit(1)
}
