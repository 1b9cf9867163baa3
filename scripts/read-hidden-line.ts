/** Reads lines of the standard input. A terminal does not show what is typed. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Returns the next line, or '' at the end of the input. A terminal shows the question first; Ctrl+C and Ctrl+D throw. */
export async function readHiddenLine(question: string): Promise<string> {
  const { isTTY: terminal = false } = process.stdin;
  if (terminal) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => (terminal ? reject(new Error('Cancelled: nothing has changed')) : resolve('')));
    });
  } finally {
    lines.close();
    if (terminal) process.stderr.write('\n');
  }
}
