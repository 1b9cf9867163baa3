/** Executes a Dockerfile's steps in plain folders, so that the image is tested without Docker. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export type Instruction = { name: string; text: string };
export type Stage = { name: string; instructions: Instruction[] };

/** Returns the stages in order; a stage without a name is named by its number. */
export function parseDockerfile(source: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of source.replace(/\\\n/g, ' ').split('\n')) {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === undefined || text === undefined) continue;
    if (name === 'FROM') stages.push({ name: / AS (\S+)/i.exec(text)?.[1] ?? String(stages.length), instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** Reads a .dockerignore in our form: it admits only the names after `!`, except files that match a `**` rule. */
function readDockerignore(file: string): { names: string[]; refuses: (name: string) => boolean } {
  const rules = readFileSync(file, 'utf8').split('\n');
  const names = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const ends = rules.filter((rule) => rule.startsWith('**/*')).map((rule) => rule.slice('**/*'.length));
  if (!rules.includes('*')) throw new Error(`${file} lets in what it does not name`);
  return { names, refuses: (name) => ends.some((end) => name.endsWith(end)) };
}

/** A stage laid out in `folder`, which represents the root of its file system. */
export type BuiltStage = { folder: string; workdir: string; environment: Record<string, string> };

/** The build context, the folder for the stages, and the environment of RUN. */
export type Workshop = {
  context: string;
  target: string;
  environment: NodeJS.ProcessEnv;
  /** Called instead of a RUN command; returns whether it has created the same files in the folder. */
  shortcuts?: Record<string, (folder: string) => boolean>;
};

/** COPY copies a folder's content, or a file under its name, into the destination. */
function copyInto(destination: string, origin: string, refuses: (name: string) => boolean = () => false): void {
  const target = statSync(origin).isDirectory() ? destination : path.join(destination, path.basename(origin));
  cpSync(origin, target, { recursive: true, filter: (file) => !refuses(file) });
}

function copyFromContext(context: string, sources: string[], destination: string): void {
  const { names, refuses } = readDockerignore(path.join(context, '.dockerignore'));
  for (const source of sources) {
    if (source === '.') {
      for (const name of names) {
        cpSync(path.join(context, name), path.join(destination, name), {
          recursive: true,
          filter: (file) => !refuses(file),
        });
      }
    } else if (names.includes(source)) copyInto(destination, path.join(context, source), refuses);
    else throw new Error(`COPY ${source}: .dockerignore hides it`);
  }
}

function copy(text: string, stage: BuiltStage, built: Map<string, BuiltStage>, context: string): void {
  const words = text.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const destination = path.join(stage.folder, path.posix.resolve(stage.workdir, paths.pop() ?? ''));
  if (from === undefined) {
    copyFromContext(context, paths, destination);
    return;
  }
  const source = built.get(from);
  if (!source) throw new Error(`COPY ${text}: there is no stage ${from}`);
  for (const name of paths) copyInto(destination, path.join(source.folder, name));
}

function run(command: string, stage: BuiltStage, { environment, shortcuts = {} }: Workshop): void {
  const cwd = path.join(stage.folder, stage.workdir);
  if (shortcuts[command]?.(cwd)) return;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd, env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}\n${stderr}`);
}

/** Executes WORKDIR, ENV, COPY and RUN of every stage and returns the last stage. */
export function buildStages(stages: Stage[], workshop: Workshop): BuiltStage {
  const { context, target } = workshop;
  const built = new Map<string, BuiltStage>();
  let stage: BuiltStage = { folder: target, workdir: '/', environment: {} };
  for (const { name, instructions } of stages) {
    stage = { folder: path.join(target, name), workdir: '/', environment: {} };
    built.set(name, stage);
    for (const { name: instruction, text } of instructions) {
      if (instruction === 'WORKDIR') stage.workdir = text;
      if (instruction === 'ENV') for (const [key, value] of readPairs(text)) stage.environment[key] = value;
      mkdirSync(path.join(stage.folder, stage.workdir), { recursive: true });
      if (instruction === 'COPY') copy(text, stage, built, context);
      if (instruction === 'RUN') run(text, stage, workshop);
    }
  }
  return stage;
}

function readPairs(text: string): [string, string][] {
  return text.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
}
