/** Checks what scripts/deploy offers: it can be read, and names settings and metrics that exist. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

const folder = path.join(import.meta.dirname, 'deploy');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Documents of a YAML file. Throws for a mistake and for a key that is written twice. */
function readYaml(name: string): unknown[] {
  return parseAllDocuments(read(name)).map((document) => {
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake) throw new Error(`${name}: ${mistake.message}`);
    return document.toJS();
  });
}

/** Runs a program of the system. Null where it is not installed, which is printed. */
function run(program: string, ...values: string[]): { status: number | null; output: string } | null {
  const { status, stdout, stderr, error } = spawnSync(program, values, { encoding: 'utf8' });
  if (error && 'code' in error && error.code === 'ENOENT') {
    process.stderr.write(`${program} is not installed: what it would check of scripts/deploy is left out\n`);
    return null;
  }
  return { status, output: stdout + stderr };
}

test('every YAML file is read without a mistake', () => {
  const files = globSync('**/*.yaml', { cwd: folder });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readYaml(file).length).toBeGreaterThan(0);
});

describe('alert rules and the dashboard', () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } };
  const [{ groups }] = readYaml('alerts.yaml') as [{ groups: { rules: Rule[] }[] }];
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] };
  /** Test/http/operations.test.ts compares the table with what the service serves. */
  const documented = [
    ...readFileSync(path.join(folder, '../../docs/operations.md'), 'utf8').matchAll(
      /^\| `([a-z_]+)` \| (?:`[a-z]+`(?:, )?)* ?\| /gm,
    ),
  ].map(([, name]) => String(name));

  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = expressions.flatMap(
    (text) =>
      text.match(/\b(?:console|cluster|backend|collector|alerts|backup|database|storage|journal)_[a-z_]+/g) ?? [],
  );

  test('name metrics that the service serves', () => {
    const known = new Set(documented.flatMap((name) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('use every documented metric on the dashboard', () => {
    const text = JSON.stringify(panels);
    expect(documented.filter((name) => !name.endsWith('_faults_total') && !text.includes(name))).toEqual([]);
  });

  test('say of each alert what to do', () => {
    for (const { annotations } of rules) {
      expect(annotations.summary).toMatch(/\S/);
      expect(annotations.action).toMatch(/^.{40,}\.$/s);
    }
  });

  test('are accepted by promtool', () => {
    const checked = run('promtool', 'check', 'rules', path.join(folder, 'alerts.yaml'));
    if (checked)
      expect(checked).toMatchObject({ status: 0, output: expect.stringContaining(`${rules.length} rules found`) });
  });
});
