/** Evaluates the alert rules of scripts/deploy by promtool: each fires in the case that it names and in no other. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { installServerPackages } from '../../scripts/test/debian-packages.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

const rulesFile = path.join(import.meta.dirname, '../../scripts/deploy/alerts.yaml');
type RulesFile = { groups: { rules: { alert: string; expr: string }[] }[] };
const rules = (parse(readFileSync(rulesFile, 'utf8')) as RulesFile).groups.flatMap((group) => group.rules);
const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });

function providePromtool(): boolean {
  if (promtool('--version').status !== 0) installServerPackages('prometheus');
  return promtool('--version').status === 0;
}

const hasPromtool = providePromtool();
if (!hasPromtool) process.stderr.write('promtool is not installed: the tests of alert rules are left out\n');
const describeRules = hasPromtool ? describe : describe.skip;

/** The values of each series, one per minute, in promtool's notation. */
type Series = Record<string, string>;

const hour = 60;
const day = 24 * hour;
const steady = (value: number) => `${value}x${3 * day}`;
/** A counter that grows by this each minute. */
const growing = (perMinute: number) => `0+${perMinute}x${3 * day}`;
/** The metric of a time that is always now. */
const fresh = growing(60);

const calls = (outcome: string) => `console_backend_call_duration_seconds_count{outcome="${outcome}"}`;
const requests = (kind: string, le: string) => `console_request_duration_seconds_bucket{kind="${kind}",le="${le}"}`;
const faults = (part: string, level: string, message: string) =>
  `${part}_faults_total{part="${part}",level="${level}",message="${message}"}`;
const keys = (state: string) => `collector_keys{state="${state}"}`;

const healthy: Series = {
  up: steady(1),
  console_ready: steady(1),
  [calls('ok')]: growing(600),
  [calls('fault')]: growing(3),
  [calls('refused')]: growing(300),
  [requests('page', '0.25')]: growing(60),
  [requests('page', '2.5')]: growing(60),
  [requests('page', '+Inf')]: growing(60),
  // Assets of a slow network do not count.
  [requests('asset', '0.25')]: steady(0),
  [requests('asset', '+Inf')]: growing(60),
  [faults('console', 'warn', 'sign-in refused')]: growing(1),
  [faults('backend', 'error', 'backup failed')]: growing(1),
  storage_free_bytes: steady(50e9),
  database_size_bytes: steady(5e9),
  backup_last_copy_timestamp_seconds: fresh,
  backup_last_upload_timestamp_seconds: fresh,
  collector_last_run_timestamp_seconds: fresh,
  collector_due_phrases: steady(20),
  collector_calls_left: steady(500),
  [keys('working')]: steady(1),
  [keys('resting')]: steady(1),
  [keys('broken')]: steady(0),
  alerts_waiting_messages: steady(2),
  alerts_waiting_since_timestamp_seconds: fresh,
};

/** The figures of a backend that cannot read them. */
const unreadable: Series = Object.fromEntries(
  [
    'database_size_bytes',
    'collector_last_run_timestamp_seconds',
    'alerts_waiting_messages',
    'alerts_waiting_since_timestamp_seconds',
  ].map((name) => [name, 'stale']),
);
const silent: Series = Object.fromEntries(Object.keys(healthy).map((name) => [name, 'stale']));
/** The time of a copy, 29 hours before the first minute, because promtool takes seconds for a day. */
const longAgo = steady(-29 * 3600);
const noKey: Series = { [keys('working')]: steady(0), [keys('resting')]: steady(0), [keys('broken')]: steady(1) };
const notCollected = { collector_last_run_timestamp_seconds: steady(0) };
const outage = { ...unreadable, console_ready: steady(0) };
const outageFaults = { [faults('backend', 'error', 'waiting for the database')]: growing(1) };
const failingCalls = { [calls('ok')]: steady(0), [calls('fault')]: growing(600) };
const slowPages = { [requests('page', '0.25')]: steady(0), [requests('page', '2.5')]: growing(60) };

/** `after`: minutes after which the alerts fire; one before, none does. Without alerts: none fires then. */
type Case = { name: string; series: Series; after: number; fires?: string[] };

const cases: Case[] = [
  { name: 'all is well', series: {}, after: 8 * hour },
  { name: 'the console does not answer', series: { ...silent, up: steady(0) }, after: 3, fires: ['LdvkDown'] },
  { name: 'the database is down', series: { ...outage, ...outageFaults }, after: 1, fires: ['LdvkNotReady'] },
  {
    name: 'the database is down while people use the service',
    series: { ...outage, ...outageFaults, ...failingCalls, ...slowPages },
    after: 1,
    fires: ['LdvkNotReady'],
  },
  { name: 'the backend restarts', series: { console_ready: '1 0 1x60' }, after: hour },
  {
    name: 'an outage of 20 minutes is over',
    series: {
      console_ready: `0x19 1x${day}`,
      [faults('backend', 'error', 'waiting for the database')]: `0+1x19 19x${day}`,
    },
    after: 35,
  },
  ...['fault', 'timeout', 'unavailable', 'unreadable'].map(
    (outcome): Case => ({
      name: `a tenth of the calls end with ${outcome}`,
      series: { [calls('fault')]: steady(0), [calls(outcome)]: growing(100) },
      after: 6,
      fires: ['LdvkBackendFails'],
    }),
  ),
  { name: 'the backend refuses half of the calls', series: { [calls('refused')]: growing(600) }, after: 2 * hour },
  { name: 'pages are slow', series: slowPages, after: 16, fires: ['LdvkPagesSlow'] },
  ...['console', 'backend', 'collector'].map(
    (part): Case => ({
      name: `a fault of the ${part} is repeated`,
      series: { [faults(part, 'error', 'answer failed')]: growing(1) },
      after: 16,
      fires: ['LdvkFaults'],
    }),
  ),
  { name: 'a fault occurs once', series: { [faults('console', 'error', 'answer failed')]: `0 1x${day}` }, after: 17 },
  {
    name: 'the disk has less than twice the database',
    series: { storage_free_bytes: steady(9e9) },
    after: 30,
    fires: ['LdvkDiskFull'],
  },
  {
    name: 'the disk of a small database has less than 1 GB',
    series: { storage_free_bytes: steady(0.9e9), database_size_bytes: steady(1e6) },
    after: 30,
    fires: ['LdvkDiskFull'],
  },
  {
    name: 'copies fail',
    series: { backup_last_copy_timestamp_seconds: longAgo, backup_last_upload_timestamp_seconds: 'stale' },
    after: 2 * hour + 1,
    fires: ['LdvkBackupOld'],
  },
  {
    name: 'uploads fail',
    series: { backup_last_upload_timestamp_seconds: longAgo },
    after: 4 * hour + 1,
    fires: ['LdvkUploadOld'],
  },
  { name: 'nothing is collected', series: notCollected, after: 2.5 * hour + 1, fires: ['LdvkCollectionStopped'] },
  { name: 'nothing is due', series: { ...notCollected, collector_due_phrases: steady(0) }, after: 4 * hour },
  {
    name: 'VK refuses the only key',
    series: { ...notCollected, ...noKey, collector_calls_left: steady(0) },
    after: 5,
    fires: ['LdvkKeyBroken'],
  },
  {
    name: 'the quota is used up',
    series: { ...notCollected, collector_calls_left: steady(0) },
    after: 6 * hour,
    fires: ['LdvkQuotaUsedUp'],
  },
  {
    name: 'a message waits',
    series: { alerts_waiting_since_timestamp_seconds: steady(0) },
    after: hour + 15 + 1,
    fires: ['LdvkMessagesWait'],
  },
];

const firing = 'group by (alertname) (ALERTS{alertstate="firing"})';
type Sample = { labels: string; value: number };
const expectAt = (minutes: number, expr: string, samples: Sample[]) => ({
  expr,
  eval_time: `${minutes}m`,
  exp_samples: samples,
});
const expectAlerts = (minutes: number, alerts: string[]) =>
  expectAt(
    minutes,
    firing,
    alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
  );

const on = (instance: string, series: Series) =>
  Object.entries(series).map(([name, values]) => {
    const [, metric = name, labels = ''] = /^(\w+)\{(.+)\}$/.exec(name) ?? [];
    const all = [`job="ldvk-monitor",instance="${instance}"`, labels].filter((part) => part !== '').join(',');
    return { series: `${metric}{${all}}`, values };
  });

/** Returns what promtool prints about expectations that are not met. */
function evaluate(series: object[], expectations: object[]): string {
  const file = path.join(folder, 'tests.json');
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: expectations }];
  writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = promtool('test', 'rules', file);
  return status === 0 ? '' : stdout + stderr;
}

describeRules('alert rules', () => {
  test.each(cases)('each fires in its case and in no other: $name', ({ series, after, fires = [] }) => {
    const later = fires.length > 0 ? [expectAlerts(after - 1, []), expectAlerts(after + 20, fires)] : [];
    expect(evaluate(on('a:3000', { ...healthy, ...series }), [expectAlerts(after, fires), ...later])).toBe('');
  });

  test('the outage of one instance does not hide the fault of another', () => {
    const series = [
      ...on('a:3000', { ...healthy, ...outage, ...outageFaults, ...failingCalls }),
      ...on('b:3000', { ...healthy, [faults('console', 'error', 'answer failed')]: growing(1) }),
    ];
    const faultsOf = 'group by (alertname, instance) (ALERTS{alertstate="firing"})';
    const samples = [
      { labels: '{alertname="LdvkNotReady",instance="a:3000"}', value: 1 },
      { labels: '{alertname="LdvkFaults",instance="b:3000"}', value: 1 },
    ];
    expect(evaluate(series, [expectAt(20, faultsOf, samples)])).toBe('');
  });

  test('the alert of a used up quota names the number of phrases that are due', () => {
    const rule = rules.find(({ alert }) => alert === 'LdvkQuotaUsedUp');
    const series = on('a:3000', { ...healthy, collector_calls_left: steady(0) });
    const labels = 'collector_due_phrases{job="ldvk-monitor",instance="a:3000"}';
    expect(evaluate(series, [expectAt(1, rule?.expr ?? '', [{ labels, value: 20 }])])).toBe('');
  });

  test('promtool accepts the configuration with these rules', () => {
    const { status, stdout, stderr } = promtool(
      'check',
      'config',
      path.join(path.dirname(rulesFile), 'prometheus.yaml'),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`${rules.length} rules found`);
  });

  test('each rule fires in one of the cases', () => {
    const alerts = rules.map(({ alert }) => alert);
    expect(alerts.filter((alert) => !cases.some(({ fires = [] }) => fires.includes(alert)))).toEqual([]);
  });
});
