/** Ends a process of an older Node with one line. Imported first: the modules after it use what only a newer one has. */
const oldestVersion = 24;

if (Number(process.versions.node.split('.')[0]) < oldestVersion) {
  process.stderr.write(`Node ${process.version} is too old. Use Node ${oldestVersion} or newer.\n`);
  process.exit(1);
}
