// Proves: README#routes, README#users, api#calls, api#failures, sign-in#passwords, sign-in#sign-in
/** Signing in and changing one's own password, end to end on the embedded backend (docs/product/sign-in.md and docs/product/api.md). */
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { storeClient } from '../support/seed-words.ts';
import { type Account, sendSignIn, signInByRequest } from '../support/sign-in.ts';
import { step } from '../support/step.ts';
import { waitForFocus } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
let running: RunningConsole;
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
const form = (page: Page) => page.getByRole('dialog', { name: 'Изменение пароля' });

async function send(page: Page, current: string, next: string, confirmation = next): Promise<void> {
  await form(page).getByLabel('Текущий пароль').fill(current);
  await form(page).getByLabel('Новый пароль').fill(next);
  await form(page).getByLabel('Подтверждение пароля').fill(confirmation);
  await form(page).getByRole('button', { name: 'Сохранить' }).click();
}

test.each([
  { type: 'admin', label: 'Имя пользователя', path: '/ldserver/clients', role: 'Администратор' },
  { type: 'client', label: 'ID клиента', path: '/ldvknf/posts', role: 'Клиент' },
] as const)(
  '«$role» signs in with the field «$label» and opens $path; a new password replaces the old one',
  async (expected) => {
    const account = accounts[expected.type];
    const page = await openPage({ allow: [/status of 40[01]/] });
    await step('sign-in', async () => {
      await page.goto(`${running.url}/login`);
      await page
        .getByRole('radiogroup', { name: 'Тип пользователя' })
        .getByRole('radio', { name: expected.role })
        .check();
      await page.getByRole('textbox', { name: expected.label }).waitFor();
      await expectSoon(() => page.getByRole('textbox').count()).toBe(2);
      await sendSignIn(page, { ...account, password: 'wrong-password' });
      await failure(page).getByRole('heading', { name: 'Ошибка входа' }).waitFor();
      await failure(page).getByText('Неверное имя пользователя или пароль').waitFor();
      await expectSoon(() => page.getByRole('textbox', { name: expected.label }).inputValue()).toBe(account.name);
      await expectSoon(() => page.getByLabel('Пароль', { exact: true }).inputValue()).toBe('');
      await sendSignIn(page, account);
      expect(new URL(page.url()).pathname).toBe(expected.path);
      await page.getByRole('region', { name: 'Пользователь' }).getByText(expected.role, { exact: true }).waitFor();
    });

    const opener = page.getByRole('main').getByRole('button', { name: 'Изменить пароль' });
    const { password } = account;
    await step('fields of the new password', async () => {
      await page.goto(`${running.url}/profile`);
      await opener.click();
      await form(page).waitFor();
      let wasCalled = false;
      page.on('request', (request) => {
        wasCalled ||= request.url().includes('/password/change');
      });
      for (const { next, confirmation, text } of [
        { next: '1234567', confirmation: '1234567', text: 'Пароль должен содержать не менее 8 символов' },
        { next: 'long-enough', confirmation: 'different', text: 'Пароли не совпадают' },
        { next: password, confirmation: password, text: 'Новый пароль должен отличаться от текущего' },
      ]) {
        await send(page, password, next, confirmation);
        await form(page).getByText(text).waitFor();
      }
      expect(wasCalled).toBe(false);
    });

    const newPassword = `new-${expected.type}-password`;
    await step('a wrong current password', async () => {
      await send(page, 'wrong-password', newPassword);
      await form(page).getByRole('alert').filter({ hasText: 'Неверный текущий пароль' }).waitFor();
      await expectSoon(() => form(page).getByLabel('Новый пароль').inputValue()).toBe(newPassword);
    });

    await step('the dialog closes', async () => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await send(page, password, newPassword);
      await form(page).getByRole('status').filter({ hasText: 'Пароль успешно изменён!' }).waitFor();
      await page.clock.runFor(1400);
      await expectSoon(() => form(page).isVisible()).toBe(true);
      await page.clock.runFor(200);
      await form(page).waitFor({ state: 'hidden' });
      await waitForFocus(opener);
    });

    await step('only the new password signs in', async () => {
      const signInAgain = (known: string) =>
        signInByRequest(page.context(), running.url, { ...account, password: known });
      await expect(signInAgain(password)).rejects.toThrow('refused');
      await signInAgain(newPassword);
    });
  },
);
