// Proves: pages#without-javascript
/**
 * Every button that submits a form that changes something, of every route and role, sends the same with and without scripts, or
 * changes the same. Buttons that look alike for several roles or routes are pressed once.
 */
import type { Page } from 'playwright-core';
import { routes } from '../../shared/routes.ts';
import { clientPassword } from '../support/backend.ts';
import { startBrowser } from '../support/browser.ts';
import { type ButtonWorld, type Role, type Sent, startButtonWorld } from '../support/button-world.ts';
import { addressOf } from '../support/route-addresses.ts';

const { openPage } = startBrowser();
let world: ButtonWorld;
beforeAll(async () => {
  world = await startButtonWorld();
});
afterAll(() => world?.close());

/** The place of a button: the form among those that are posted, and the button in the form. */
type Found = { role: Role; address: string; form: number; button: number; label: string };

const submits = /<button(?![^>]* type="button")([^>]*)>(.*?)<\/button>|<input([^>]* type="(?:submit|image)"[^>]*)>/gs;

/** Returns the buttons of the posted forms that the role may press, by what tells them apart. */
function listButtons(html: string, role: Role, address: string): [string, Found][] {
  const forms = [...html.matchAll(/<form([^>]* method="post"[^>]*)>(.*?)<\/form>/gs)];
  return forms.flatMap(([, attributes = '', content = ''], form) =>
    [...content.matchAll(submits)].flatMap(([, own = '', text = '', other = ''], button): [string, Found][] => {
      if (/disabled/.test(own + other)) return [];
      const label = /aria-label="([^"]*)"/.exec(own)?.[1] ?? text.replaceAll(/<[^>]*>/g, '');
      // A form with its own address is the same on every page.
      const place = /action="\//.test(attributes) ? attributes : address + attributes;
      return [[`${place} ${own}${other} ${label}`, { role, address, form, button, label }]];
    }),
  );
}

async function findButtons(): Promise<Found[]> {
  const { story, word, invitation } = world.ids;
  const addresses = routes.map((route) => {
    if (route.name === 'invitation') return `${route.path}?token=${invitation}`;
    if (route.name === 'work') return route.path.replace('{id}', String(story));
    if (route.name === 'word-card') return route.path.replace('{id}', String(word));
    return route.name === 'owner-card' ? route.path.replace('{id}', '-101') : addressOf(route);
  });
  const found = new Map<string, Found>();
  for (const [role, visitor] of Object.entries(world.visitors) as [Role, (typeof world.visitors)[Role]][]) {
    for (const address of addresses) {
      const { status, text } = await visitor.get(address);
      if (status !== 200) continue;
      for (const [key, button] of listButtons(text, role, address)) if (!found.has(key)) found.set(key, button);
    }
  }
  return [...found.values()];
}

/** What is entered into empty fields, by name; other texts do not matter. */
const entered = () => ({
  story: String(world.ids.other),
  text: 'Перезвонить',
  state: 'in-progress',
  assignee: '0',
  tone: 'negative',
  proof: clientPassword,
});

/** Presses the button, and returns the first request that would change something, which does not reach the server. */
async function press(page: Page, { address, form, button }: Found): Promise<Sent> {
  const sent = Promise.withResolvers<Sent>();
  await page.route('**', (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    const { pathname, search } = new URL(request.url());
    sent.resolve({ path: pathname + search, body: request.postData() ?? '' });
    return route.fulfill({ status: 204 });
  });
  await page.goto(world.url + address);
  const place = page.locator('form[method="post"]').nth(form);
  await place.evaluate(
    (element, texts) => {
      for (const field of (element as HTMLFormElement).elements) {
        const { name } = field as HTMLInputElement;
        if (field instanceof HTMLSelectElement && name in texts) field.value = texts[name] ?? '';
        if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.value) continue;
        if (/^(text|password|textarea)$/.test(field.type)) field.value = texts[name] ?? 'another-text-1';
      }
    },
    entered() as Record<string, string>,
  );
  const buttons = place.locator('button:not([type="button"]), input:is([type="submit"], [type="image"])');
  await buttons.nth(button).evaluate((element: HTMLElement) => element.click());
  const result = await sent.promise;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return result;
}

/** Each page has another secret. */
const comparable = ({ path, body }: Sent): string => `${path} ${body.replace(/secret=[A-Z2-7]+/, 'secret')}`;

const open = async (role: Role, javaScriptEnabled: boolean): Promise<Page> => {
  const page = await openPage({ javaScriptEnabled, allow: [/./] });
  const cookies = [...world.visitors[role].cookies].map(([name, value]) => ({ name, value, url: world.url }));
  await page.context().addCookies(cookies);
  return page;
};

test('every submit button of every route and role sends the same with and without scripts, or changes the same', async () => {
  const found = await findButtons();
  const faults: string[] = [];
  const idle: string[] = [];
  for (const role of Object.keys(world.visitors) as Role[]) {
    const own = found.filter((button) => button.role === role);
    if (own.length === 0) continue;
    const pages = [await open(role, true), await open(role, false)] as const;
    for (const button of own) {
      const [scripted, plain] = (await Promise.all(pages.map((page) => press(page, button)))) as [Sent, Sent];
      const name = `${role} ${button.address.replace(/\?.*/, '')} ${button.label}`;
      const { before, after } = await world.replay(role, plain);
      if (comparable(scripted) !== comparable(plain)) {
        const other = await world.replay(role, scripted);
        if (other.after.join('\n') !== after.join('\n'))
          faults.push(`${name}: ${scripted.path} ${scripted.body}, ${plain.path} ${plain.body}`);
      }
      if (before.join('\n') === after.join('\n')) idle.push(name);
    }
  }
  expect(faults).toEqual([]);
  expect(new Set(found.map(({ label }) => label))).toEqual(
    new Set([
      'Войти',
      'Задать пароль и войти',
      'Выйти',
      'Вернуться к администратору',
      'Включить',
      'Выключить',
      'Новые резервные коды',
      'Собрать сейчас',
      'Скрыть источник',
      'Ниже',
      'Выше',
      'Сохранить',
      'Присоединить к сюжету',
      'Добавить заметку',
      'Удалить заметку',
    ]),
  );
  // Nothing collects here, and the switches of a wall are sent as they are.
  expect(idle).toEqual(['admin /ldvknf/words/1 Собрать сейчас', 'acting /ldvknf/owners/-101 Сохранить']);
});
