/** Checks that the files of scripts/deploy parse, and that the settings and metrics that they name exist. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readSetting, type SettingName, settings } from '../server/platform/settings.ts';

const folder = path.join(import.meta.dirname, 'deploy');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** Reads the documents of a YAML file. Throws for a syntax error and for a duplicate key. */
function readYaml(name: string): unknown[] {
  return parseAllDocuments(read(name)).map((document) => {
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake) throw new Error(`${name}: ${mistake.message}`);
    return document.toJS();
  });
}

/** Runs a program of the system. When it is not installed, prints that and returns null. */
function run(program: string, ...values: string[]): { status: number | null; output: string } | null {
  const { status, stdout, stderr, error } = spawnSync(program, values, { encoding: 'utf8' });
  if (error && 'code' in error && error.code === 'ENOENT') {
    process.stderr.write(`${program} is not installed: what it would check of scripts/deploy is left out\n`);
    return null;
  }
  return { status, output: stdout + stderr };
}

test('every YAML file parses without an error', () => {
  const files = globSync('**/*.yaml', { cwd: folder });
  expect(files).toHaveLength(5);
  for (const file of files) expect(readYaml(file).length).toBeGreaterThan(0);
});

/** The sections of a systemd unit, each with its values by key. */
function readUnit(name: string): Record<string, Record<string, string[]>> {
  const sections: Record<string, Record<string, string[]>> = {};
  let section: Record<string, string[]> = {};
  for (const line of read(name).split('\n')) {
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (title) {
      section = {};
      sections[title] = section;
    } else if (key) section[key] = [...(section[key] ?? []), value ?? ''];
    else if (line !== '' && !line.startsWith('#')) throw new Error(`${name}: ${line}`);
  }
  return sections;
}

type Container = {
  user?: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  logging: object;
};
type ComposeFile = { services: Record<string, Container>; secrets?: Record<string, unknown> };
type Pod = {
  containers: {
    env: { name: string; value: string }[];
    securityContext: object;
    livenessProbe: Probe;
    readinessProbe: Probe;
    volumeMounts: { name: string; mountPath: string }[];
  }[];
  securityContext: { runAsUser: number };
  terminationGracePeriodSeconds: number;
};
type Probe = { httpGet: { path: string } };

const composeFiles = ['compose/console.yaml', 'compose/postgres.yaml'];
const unit = readUnit('systemd/ldvk-monitor.service');
const quadlet = readUnit('systemd/ldvk-monitor.container');
const [, statefulSet] = readYaml('kubernetes/ldvk-monitor.yaml') as [unknown, { spec: { template: { spec: Pod } } }];
const pod = statefulSet.spec.template.spec;

const pairsOf = (lines: string[] = []): [string, string][] =>
  lines
    .flatMap((line) => line.split(' '))
    .map((pair) => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')]);

/** The console's settings in each file. */
const environments: [string, [string, string][]][] = [
  ...composeFiles.map((name): [string, [string, string][]] => {
    const [{ services }] = readYaml(name) as [ComposeFile];
    return [name, Object.entries(services.console?.environment ?? {})];
  }),
  ['systemd/ldvk-monitor.service', pairsOf(unit.Service?.Environment)],
  ['systemd/ldvk-monitor.container', pairsOf(quadlet.Container?.Environment)],
  ['kubernetes/ldvk-monitor.yaml', pod.containers[0]?.env.map(({ name, value }) => [name, value]) ?? []],
];

test.each(environments)('%s has settings that exist, with values that are accepted', (_, environment) => {
  expect(environment.length).toBeGreaterThan(1);
  for (const [variable, value] of environment) {
    const name = variable.replace(/_FILE$/, '') as SettingName;
    expect(Object.keys(settings)).toContain(name);
    // Files and folders exist only on the target.
    if (name === variable && !value.startsWith('/')) expect(() => readSetting(name, { [name]: value })).not.toThrow();
  }
});

test.each(composeFiles)(
  '%s: no container is root, has privileges, can write its root or logs without end, and mounts exist',
  (name) => {
    const [{ services, secrets = {} }] = readYaml(name) as [ComposeFile];
    for (const [service, container] of Object.entries(services)) {
      expect({ service, ...container }).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '10' } },
      });
      // The nginx image has its own user.
      if (service !== 'nginx') expect(container.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      for (const secret of container.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
    }
    const nginx = services.nginx?.volumes?.map((volume) => volume.split(':')) ?? [];
    for (const [source = '', target = ''] of nginx) {
      if (source.endsWith('.conf')) expect(existsSync(path.join(folder, 'compose', source))).toBe(true);
      else expect(readFileSync(path.join(folder, '../nginx/console.conf'), 'utf8')).toContain(target);
    }
  },
);

test.each(composeFiles)('%s limits memory and files of the console, and publishes it on its own machine', (name) => {
  const [{ services }] = readYaml(name) as [ComposeFile];
  expect(services.console).toMatchObject({
    mem_limit: '1g',
    ulimits: { nofile: 65_536 },
    ports: ['127.0.0.1:3000:3000'],
  });
});

test('Prometheus scrapes the published port in the job of the alert rules, as docs/operations.md says', () => {
  const [{ scrape_configs, rule_files }] = readYaml('prometheus.yaml') as [
    { scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]; rule_files: string[] },
  ];
  const [job] = scrape_configs;
  expect(rule_files).toEqual(['alerts.yaml']);
  expect(read('alerts.yaml')).toContain(`up{job="${job?.job_name}"}`);
  expect(quadlet.Container?.PublishPort).toEqual([`${job?.static_configs[0]?.targets[0]}:3000`]);
  const operations = readFileSync(path.join(folder, '../../docs/operations.md'), 'utf8');
  const [, block = ''] = /```yaml\n([^`]+)```/.exec(operations) ?? [];
  expect(parse(block)).toEqual({ scrape_configs });
});

test('nginx of Compose passes requests to the fixed address of the console, which trusts its network', () => {
  const [{ services }] = readYaml('compose/postgres.yaml') as [{ services: Record<string, unknown> }];
  const [, listed = '', address] = /s\/(\S+:\d+)\/(\S+):3000\//.exec(JSON.stringify(services.nginx)) ?? [];
  expect(readFileSync(path.join(folder, '../nginx/console.conf'), 'utf8')).toContain(`server ${listed};`);
  expect(services.console).toMatchObject({
    networks: { inside: { ipv4_address: address } },
    environment: { TRUST_PROXY: expect.stringContaining(String(address).replace(/\.\d+$/, '.')) },
  });
});

test('the pod is not root, has no privileges, cannot write its root, and is probed at paths that exist', () => {
  const [container] = pod.containers;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
  expect(container).toMatchObject({
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    readinessProbe: { httpGet: { path: '/readyz' } },
  });
});

test('the Quadlet is not root, has no privileges, cannot write its root, and limits memory and files', () => {
  expect(quadlet.Container).toMatchObject({
    User: ['1000'],
    ReadOnly: ['true'],
    NoNewPrivileges: ['true'],
    DropCapability: ['ALL'],
    PodmanArgs: ['--stop-timeout=15', '--memory=1g --ulimit=nofile=65536:65536'],
  });
});

test('the unit starts Node as the image does, and systemd accepts it', () => {
  const { nodeFlags } = JSON.parse(readFileSync(path.join(folder, '../../package.json'), 'utf8')).config;
  expect(unit.Service?.ExecStart).toEqual([`/usr/bin/node ${nodeFlags.join(' ')} dist/server/main.js`]);
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'ldvk-unit-')), 'ldvk-monitor.service');
  // systemd requires that the programs exist on this machine.
  writeFileSync(copy, read('systemd/ldvk-monitor.service').replace('/usr/bin/node', process.execPath));
  const checked = run('systemd-analyze', 'verify', copy);
  rmSync(path.dirname(copy), { recursive: true });
  if (checked) expect(checked).toEqual({ status: 0, output: '' });
});

describe('alert rules and the dashboard', () => {
  type Rule = {
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string; action: string };
  };
  const [{ groups }] = readYaml('alerts.yaml') as [{ groups: { rules: Rule[] }[] }];
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] };
  /** test/http/operations.test.ts compares the table with the metrics that the service serves. */
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
    (text) => text.match(/\b(?:console|backend|collector|alerts|backup|database|storage|journal)_[a-z_]+/g) ?? [],
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

  test('are all in the table of alerts of docs/operations.md, with their severity', () => {
    const document = readFileSync(path.join(folder, '../../docs/operations.md'), 'utf8');
    const listed = [...document.matchAll(/^\| `(Ldvk\w+)` \| (critical; )?/gm)];
    expect(listed.map(([, name, critical]) => [name, critical ? 'critical' : 'warning'])).toEqual(
      rules.map(({ alert, labels }) => [alert, labels.severity]),
    );
  });

  test('say what to do about each alert', () => {
    for (const { annotations } of rules) {
      expect(annotations.summary).toMatch(/\S/);
      expect(annotations.action).toMatch(/^.{40,}\.$/s);
    }
  });
});
