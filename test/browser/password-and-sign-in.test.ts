/** Signing in and changing one's own password, end to end on the embedded backend (docs/product.md, sections 2, 5 and 8). */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { storeClient } from '../support/seed-words.ts';
import { type Account, sendSignIn, signInByRequest } from '../support/sign-in.ts';

const { openPage } = startBrowser();
let running: RunningConsole;
/** The current passwords; tests change them. */
const accounts = {
  admin: { ...adminAccount },
  client: { type: 'client', name: '', password: 'client-password-1' },
} satisfies Record<'admin' | 'client', Account>;

beforeAll(async () => {
  running = await startConsole();
  accounts.client.name = await storeClient(running.dataDir, 'Городские новости', accounts.client.password);
});
afterAll(() => running?.close());

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Ошибка входа' });

describe('§2 Login', () => {
  test.each([
    { type: 'admin', label: 'Имя пользователя', path: '/ldserver/clients', role: 'Администратор' },
    { type: 'client', label: 'ID клиента', path: '/ldvknf/posts', role: 'Клиент' },
  ] as const)(
    '«$role» shows the field «$label», a wrong password is reported in the error box, and a sign-in opens $path',
    async (expected) => {
      const page = await openPage({ allow: [/status of 401/] });
      await page.goto(`${running.url}/login`);
      await page
        .getByRole('radiogroup', { name: 'Тип пользователя' })
        .getByRole('radio', { name: expected.role })
        .check();
      await page.getByRole('textbox', { name: expected.label }).waitFor();
      await sendSignIn(page, { ...accounts[expected.type], password: 'wrong-password' });
      await failure(page).getByRole('heading', { name: 'Ошибка входа' }).waitFor();
      await failure(page).getByText('Неверное имя пользователя или пароль').waitFor();
      await sendSignIn(page, accounts[expected.type]);
      expect(new URL(page.url()).pathname).toBe(expected.path);
      await page.getByRole('region', { name: 'Пользователь' }).getByText(expected.role, { exact: true }).waitFor();
      await page.goto(`${running.url}/login`);
      expect(new URL(page.url()).pathname).toBe('/ldvkwi/words');
    },
  );

  test('after too many attempts the box shows the waiting time, and others are not locked out', async () => {
    const page = await openPage({ allow: [/status of 4/] });
    await page.goto(`${running.url}/login`);
    const tooMany = failure(page).getByText(/^Слишком много попыток. Повторите через \d+ с\.$/);
    const guess = { type: 'admin', name: 'nobody', password: 'wrong-password' } as const;
    const attempt = () =>
      page.request.post(`${running.url}/login`, {
        headers: { Origin: running.url },
        form: { type: guess.type, username: guess.name, password: guess.password },
      });
    // Each takes the time of a password check.
    while ((await attempt()).status() === 401);
    await sendSignIn(page, guess);
    await tooMany.waitFor();
    await sendSignIn(page, accounts.admin);
    expect(new URL(page.url()).pathname).toBe('/ldserver/clients');
  });
});

describe.each(['admin', 'client'] as const)('§5 Password change of the %s', (type) => {
  const newPassword = `new-${type}-password`;
  const form = (page: Page) => page.getByRole('dialog', { name: 'Изменение пароля' });

  async function send(page: Page, current: string, next: string, confirmation = next): Promise<void> {
    await form(page).getByLabel('Текущий пароль').fill(current);
    await form(page).getByLabel('Новый пароль').fill(next);
    await form(page).getByLabel('Подтверждение пароля').fill(confirmation);
    await form(page).getByRole('button', { name: 'Сохранить' }).click();
  }

  test('checks the new password before any call, keeps it when the current one is wrong, and closes 1.5 s after success; only the new one signs in', async () => {
    const page = await openPage({ allow: [/status of 400/] });
    await signInByRequest(page.context(), running.url, accounts[type]);
    await page.goto(`${running.url}/profile`);
    await page.getByRole('main').getByRole('button', { name: 'Изменить пароль' }).click();
    await form(page).waitFor();
    let wasCalled = false;
    page.on('request', (request) => {
      wasCalled ||= request.url().includes('/password/change');
    });
    const { password } = accounts[type];
    for (const { next, confirmation, text } of [
      { next: '1234567', confirmation: '1234567', text: 'Пароль должен содержать не менее 8 символов' },
      { next: 'long-enough', confirmation: 'different', text: 'Пароли не совпадают' },
      { next: password, confirmation: password, text: 'Новый пароль должен отличаться от текущего' },
    ]) {
      await send(page, password, next, confirmation);
      await form(page).getByText(text).waitFor();
    }
    expect(wasCalled).toBe(false);

    await send(page, 'wrong-password', newPassword);
    await form(page).getByRole('alert').filter({ hasText: 'Неверный текущий пароль' }).waitFor();
    await expectSoon(() => form(page).getByLabel('Новый пароль').inputValue()).toBe(newPassword);

    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await send(page, accounts[type].password, newPassword);
    await form(page).getByRole('status').filter({ hasText: 'Пароль успешно изменён!' }).waitFor();
    await page.clock.runFor(1400);
    await expectSoon(() => form(page).isVisible()).toBe(true);
    await page.clock.runFor(200);
    await form(page).waitFor({ state: 'hidden' });

    const other = await openPage({ allow: [/status of 401/] });
    await other.goto(`${running.url}/login`);
    await sendSignIn(other, accounts[type]);
    await failure(other).waitFor();
    accounts[type].password = newPassword;
    await sendSignIn(other, accounts[type]);
    expect(new URL(other.url()).pathname).not.toBe('/login');
  });
});
