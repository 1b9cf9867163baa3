// Proves: sign-in#profile
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '../../shared/roles.ts';
import { tooManyAttempts, unauthorized } from '../platform/app-error.ts';
import { type Attempt, LoginView } from './login-page.tsx';
import { ProfileView } from './profile-page.tsx';
import { ErrorView, NotFoundView, PlaceholderView } from './simple-views.tsx';

describe('the sign-in form', () => {
  const empty: Attempt = { type: 'admin', name: '', next: null, error: null };
  const render = (change: Partial<Attempt> = {}) =>
    renderToStaticMarkup(<LoginView basePath="/c" {...empty} {...change} />);

  test('posts to the console and has neither an error nor a `next` field at first', () => {
    const html = render();
    expect(html).toContain('action="/c/login" method="post"');
    expect(html).not.toMatch(/role="alert"|name="next"/);
  });

  test('keeps type, name and `next` after a failure, but not the password', () => {
    const html = render({
      type: 'client',
      name: 'c-7',
      next: '/ldvknf/posts?word=1',
      error: unauthorized('Login failed'),
    });
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="client"/);
    expect(html).toMatch(/<input[^>]*name="client_id"[^>]*value="c-7"/);
    expect(html).not.toMatch(/<input[^>]*name="username"[^>]*value="c-7"/);
    expect(html).toContain('name="next" value="/ldvknf/posts?word=1"');
    expect(html).toMatch(/role="alert"[^>]*><h2>Ошибка входа<\/h2><p>Login failed<\/p>/);
  });

  test('shows the waiting time after too many attempts', () => {
    expect(render({ error: tooManyAttempts(30) })).toContain('<p>Слишком много попыток. Повторите через 30 с.</p>');
  });
});

describe('the profile', () => {
  const { version: packageVersion } = JSON.parse(readFileSync('package.json', 'utf8'));
  const admin: Viewer = { user: { id: '42', type: 'admin', username: 'root' }, impersonation: null };
  const client: Viewer = { user: { id: 'c-1', type: 'client', client_id: 'c-1' }, impersonation: null };

  test("shows an administrator's badge, name, ID and status", () => {
    const html = renderToStaticMarkup(<ProfileView viewer={admin} basePath="" />);
    expect(html).toMatch(/>Администратор<[\s\S]*Имя пользователя<\/dt><dd>root<[\s\S]*ID пользователя<\/dt><dd>42</);
    expect(html).toMatch(/Статус аутентификации[\s\S]*Активен/);
  });

  test('shows the version of package.json', () => {
    const html = renderToStaticMarkup(<ProfileView viewer={client} basePath="" />);
    expect(html).toContain(`Версия ${packageVersion}`);
  });

  test("shows a client's badge and ID", () => {
    const html = renderToStaticMarkup(<ProfileView viewer={client} basePath="" />);
    expect(html).toMatch(/>Клиент<[\s\S]*ID клиента<\/dt><dd>c-1</);
  });

  test('has buttons to change the password and to sign out', () => {
    const html = renderToStaticMarkup(<ProfileView viewer={admin} basePath="/c" />);
    expect(html).toContain('Изменить пароль');
    expect(html).toContain('action="/c/logout"');
  });
});

describe('other static pages', () => {
  test('a placeholder says that the feature is under development', () => {
    expect(renderToStaticMarkup(<PlaceholderView />)).toContain('Функционал в разработке');
  });

  test('the not-found page links to the home page', () => {
    expect(renderToStaticMarkup(<NotFoundView basePath="/c" />)).toMatch(/href="\/c\/"[^>]*>На главную/);
  });

  test('the error page shows the request ID and a retry link', () => {
    const html = renderToStaticMarkup(<ErrorView text="Позже" requestId="r-1" retryHref="/x" />);
    expect(html).toMatch(/Позже[\s\S]*r-1[\s\S]*href="\/x"[^>]*>Попробовать снова/);
  });
});
