import * as messages from '../../shared/messages.ts';
import { ApiFailure } from '../lib/api.ts';
import { passwordFailureText } from './password-dialog.tsx';

describe('the text of a failed change of password', () => {
  test("is the server's own after a 400 that explains itself", () => {
    expect(passwordFailureText(new ApiFailure(400, 'Слишком простой пароль'))).toBe('Слишком простой пароль');
  });

  test('blames the current password after a 400 without a reason', () => {
    expect(passwordFailureText(new ApiFailure(400, messages.passwordNotChanged))).toBe('Неверный текущий пароль');
  });

  test.each([0, 401, 403, 429, 500])('says to try again after status %i', (status) => {
    expect(passwordFailureText(new ApiFailure(status, 'anything'))).toBe(
      'Не удалось изменить пароль. Попробуйте ещё раз.',
    );
  });
});
