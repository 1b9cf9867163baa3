/** Shows the progress of a long command on a terminal; prints nothing to a file or a pipe. */

const width = 30;

/** `update` takes the amount done; `end` clears the line. */
export function createProgressBar(label: string, total: number, output: NodeJS.WriteStream = process.stderr) {
  let shown = '';
  const print = (line: string) => {
    if (!output.isTTY || line === shown) return;
    shown = line;
    output.write(`\r\u001b[K${line}`);
  };
  return {
    update(done: number) {
      const part = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(part * width);
      print(`${label} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.floor(part * 100)} %`);
    },
    end: () => print(''),
  };
}
