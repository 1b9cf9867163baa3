/**
 * The page on which the signed-in user enables or disables the second factor, and gets new recovery codes. It works without
 * JavaScript.
 */
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/second-factor.module.css';
import {
  disableSecondFactor,
  enableSecondFactor,
  loadSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '../../../shared/api/second-factor.ts';
import * as messages from '../../../shared/messages.ts';
import { pathOf } from '../../../shared/routes.ts';
import type { Refusal } from '../../platform/app-error.ts';
import type { PageInput } from '../../session/page-input.ts';
import { type FormField, type LoadedContent, type LoadedPage, refusalOf } from '../page.tsx';
import { ErrorView } from '../simple-views.tsx';
import { makeEnrolment } from './sign-in-page.tsx';
import { EnrolmentForm, PasswordField, RecoveryCodes } from './views.tsx';

function EnabledForm({ required, codes, error }: SecondFactor & { error: string | null }) {
  return (
    <form method="post" className={`${controls.card} ${controls.form} ${styles.card}`}>
      <p>
        Второй фактор включён. {messages.recoveryCodes}: {codes}
      </p>
      {required && <p className={controls.hint}>{messages.secondFactorRequired}</p>}
      <PasswordField label="Текущий пароль или код" name="proof" error={error} />
      <div className={controls.actions}>
        {!required && (
          <button type="submit" name="action" value="disable" className={`${controls.button} ${controls.buttonDanger}`}>
            Выключить
          </button>
        )}
        <button type="submit" name="action" value="codes" className={controls.button}>
          Новые резервные коды
        </button>
      </div>
    </form>
  );
}

async function show(input: PageInput, field: FormField, refusal: Refusal | null): Promise<LoadedContent | null> {
  const { backend, viewer, productName } = input;
  if (viewer.impersonation) return null;
  const { data, error: fault } = await backend.load(loadSecondFactor());
  if (!data) return { status: 503, main: <ErrorView text={fault ?? messages.loadSecondFactor} /> };
  return {
    status: refusal === null ? 200 : 400,
    main: data.enabled ? (
      <EnabledForm {...data} error={refusal?.message ?? null} />
    ) : (
      <EnrolmentForm {...makeEnrolment(productName, data.account, field('secret'))} asksPassword refusal={refusal} />
    ),
  };
}

/** Returns the new recovery codes; null after the second factor was disabled. */
async function send({ backend }: PageInput, field: FormField): Promise<string[] | null> {
  const proof = field('proof');
  if (field('action') === 'codes') return backend.send(renewRecoveryCodes(proof));
  if (field('action') === 'disable') return backend.send(disableSecondFactor(proof));
  return (await backend.send(enableSecondFactor(field('secret'), field('code'), field('password')))).codes;
}

export const ownSecondFactorPage: LoadedPage = {
  load: (input) => show(input, () => '', null),
  async submit(input, field) {
    const profile = input.basePath + pathOf('profile');
    try {
      const codes = await send(input, field);
      return codes === null ? profile : { main: <RecoveryCodes codes={codes} href={profile} /> };
    } catch (error) {
      return show(input, field, refusalOf(error, messages.saveSecondFactor));
    }
  },
};
