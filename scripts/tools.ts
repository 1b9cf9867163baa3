/** Runs the project's tools with the Node that runs this script. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './build.ts';

const tools = {
  biome: ['node_modules/@biomejs/biome/bin/biome'],
  knip: ['node_modules/knip/bin/knip.js'],
  tsc: ['node_modules/typescript/bin/tsc'],
  jest: ['node_modules/jest/bin/jest.js'],
};

/** Runs a tool in the project's folder, passes its output through, and returns its exit code. */
export function runTool(name: keyof typeof tools, ...args: string[]): number {
  const directory = path.dirname(process.execPath);
  const environment = { ...process.env, PATH: `${directory}${path.delimiter}${process.env.PATH ?? ''}` };
  const { status } = spawnSync(process.execPath, [...tools[name], ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  return status ?? 1;
}
