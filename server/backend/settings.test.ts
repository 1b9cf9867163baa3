import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBackendSettings } from './settings.ts';

describe('settings of the backend alone', () => {
  test('an empty environment gives the defaults of the design', () => {
    expect(readBackendSettings({})).toEqual({
      port: 3001,
      host: '127.0.0.1',
      dataDir: './data',
      adminUsername: 'admin',
      adminPassword: null,
      demoData: false,
      timeZone: 'Europe/Moscow',
      impersonation: true,
      logLevel: 'info',
    });
  });

  test.each([
    ['PORT', '70000'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO_DATA', 'yes'],
    ['CONSOLE_TIME_ZONE', 'Mars/Base'],
    ['IMPERSONATION', '1'],
    ['LOG_LEVEL', 'loud'],
    ['ADMIN_PASSWORD_FILE', '/nowhere/at/all'],
  ])('a wrong %s is refused with one line that names it', (name, value) => {
    expect(() => readBackendSettings({ [name]: value })).toThrow(new RegExp(`^${name} .+$`));
  });

  test('a secret is read from a file without its line end', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-settings-'));
    const file = path.join(folder, 'password');
    writeFileSync(file, 'from-a-file\n');
    expect(readBackendSettings({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe('from-a-file');
    rmSync(folder, { recursive: true });
  });
});
