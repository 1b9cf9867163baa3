// Proves: sign-on#groups-and-roles
import { roleRules } from '../../platform/sign-on-settings.ts';
import { resolveAccess } from './directory.ts';

const rules = roleRules(
  JSON.stringify([
    { group: 'Admins', administrator: true },
    { group: 'Audit', observer: true },
    { group: 'press', client: 'client-1', role: 'reader', export: true },
    { group: 'press-chiefs', client: 'client-1', role: 'owner' },
    { group: 'press', client: 'client-2', role: 'editor' },
  ]),
);
const none = { administrator: null, seats: [] };

test.each([
  ['no group', [], none],
  ['a group of nobody', ['sales'], none],
  ['an administrator beats all', ['audit', 'press', ' ADMINS '], { administrator: 'administrator', seats: [] }],
  ['an observer beats seats', ['press', 'audit'], { administrator: 'observer', seats: [] }],
  [
    'the strongest role per client, and the export of any entry',
    ['press', 'press-chiefs'],
    {
      administrator: null,
      seats: [
        { clientId: 'client-1', role: 'owner', mayExport: true },
        { clientId: 'client-2', role: 'editor', mayExport: false },
      ],
    },
  ],
  [
    'a part of a name is another group',
    ['press-chiefs'],
    { administrator: null, seats: [{ clientId: 'client-1', role: 'owner', mayExport: false }] },
  ],
])('access of groups: %s', (_, groups, access) => {
  expect(resolveAccess(rules, groups)).toEqual(access);
});
