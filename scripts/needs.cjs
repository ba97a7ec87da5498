/*
 * What `npm ci` needs of a machine, and the commands that bring it, in one line: with an older npm or Node it succeeds, leaves
 * out what is built for our Node, and `npm start` fails later with a riddle. `npm ci` runs this at its end, since npm runs
 * nothing of a project's earlier; before, `node scripts/needs.cjs` asks for the same. In JavaScript that any Node reads.
 */
'use strict'
var spawnSync = require('child_process').spawnSync
var fs = require('fs')
var path = require('path')

var oldest = { npm: 10, node: 20 }
/** What the commands bring: our own Node, and an npm that is at home with it. */
var brought = { npm: 'npm@10', node: 'node@26' }
var library = 'libatomic.so.1'

function output(command, args) {
  var result = spawnSync(command, args, { encoding: 'utf8' })
  return { ended: result.status, text: String(result.stdout || '') + String(result.stderr || '') }
}

/** npm says its own version to what it runs. */
function npmVersion() {
  var said = /^npm\/(\S+)/.exec(process.env.npm_config_user_agent || '')
  return said ? said[1] : output('npm', ['--version']).text.trim()
}

/** Our Node says whether it is missing; before it is there, the folders of libraries do. */
function lacksLibrary() {
  if (process.platform !== 'linux') return false
  var ours = path.join(__dirname, '../node_modules/node/bin/node')
  if (fs.existsSync(ours)) return output(ours, ['--version']).text.indexOf(library) !== -1
  var machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  var folders = [
    '/usr/lib/' + machine + '-linux-gnu',
    '/usr/lib64',
    '/lib64',
    '/usr/lib',
    '/usr/local/lib',
  ]
  return !folders.some(function (folder) {
    return fs.existsSync(path.join(folder, library))
  })
}

/** Everything that lacks, and the commands in the order in which they work. */
function look() {
  var versions = { npm: npmVersion(), node: process.versions.node }
  var old = ['npm', 'node'].filter(function (name) {
    return !(parseInt(versions[name], 10) >= oldest[name])
  })
  var lacks = old.map(function (name) {
    var title = name === 'node' ? 'Node' : name
    return title + ' ' + oldest[name] + ' or later (this is ' + (versions[name] || 'none') + ')'
  })
  var commands = []
  if (lacksLibrary()) {
    lacks.push(library)
    commands.push('apt-get install libatomic1')
  }
  if (old.length > 0) {
    var packages = old.map(function (name) {
      return brought[name]
    })
    // A shell remembers where the npm was that it has run already.
    commands.push('npm install --global ' + packages.join(' '), 'hash -r')
  }
  return { lacks: lacks, commands: commands }
}

var found = look()
if (found.lacks.length > 0) {
  var commands = found.commands.concat('npm ci').join(' && ')
  console.error('Glasshouse needs ' + found.lacks.join(', and ') + '. As root, run: ' + commands)
  process.exit(1)
}
