/** Fills the database of the demo by the built command, before the service starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** `dist`: the build. Does nothing if the database has data. Throws when the command, which has printed the reason, fails. */
export async function seedDemo(dist: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const command = spawn(process.execPath, [path.join(dist, 'server/seed.js'), '--demo'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(command, 'exit');
  if (code !== 0) throw new Error('База демонстрации не заполнена.');
}
