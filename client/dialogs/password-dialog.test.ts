// Proves: api#failures
import * as messages from '../../shared/messages.ts';
import { ApiFailure } from '../lib/api.ts';
import { passwordFailureText } from './password-dialog.tsx';

describe('passwordFailureText', () => {
  test("returns the backend's message of a 400", () => {
    expect(passwordFailureText(new ApiFailure(400, '', { message: 'Слишком простой пароль' }))).toBe(
      'Слишком простой пароль',
    );
  });

  test('reports a wrong current password after a 400 without a message', () => {
    expect(passwordFailureText(new ApiFailure(400, messages.passwordNotChanged))).toBe('Неверный текущий пароль');
  });

  test.each([0, 401, 403, 429, 500])('suggests a retry after status %i', (status) => {
    expect(passwordFailureText(new ApiFailure(status, 'anything'))).toBe(
      'Не удалось изменить пароль. Попробуйте ещё раз.',
    );
  });
});
