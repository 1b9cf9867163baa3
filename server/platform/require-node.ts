/**
 * Ends the process with one line if Node is too old. Import this module first: the others use features of newer versions.
 */
const oldestVersion = 24;

if (Number(process.versions.node.split('.')[0]) < oldestVersion) {
  process.stderr.write(`Node ${process.version} is too old. Use Node ${oldestVersion} or newer.\n`);
  process.exit(1);
}
