/** The dialog «Вход от имени клиента», closed in every administrator's page; client/islands/impersonation runs it. */
import controls from '../../client/styles/controls.module.css';
import * as messages from '../../shared/messages.ts';

export const impersonationDialogId = 'impersonation-dialog';

export function ImpersonationDialog({ basePath }: { basePath: string }) {
  return (
    <dialog id={impersonationDialogId} aria-labelledby="impersonation-title">
      <form method="post" action={`${basePath}/impersonation/start`} noValidate className={controls.form}>
        <h2 id="impersonation-title">Вход от имени клиента</h2>
        <div className={controls.field}>
          <label htmlFor="impersonation-client" className={controls.fieldLabel}>
            Клиент
          </label>
          <select
            id="impersonation-client"
            name="client_id"
            className={controls.select}
            aria-describedby="impersonation-client-error"
          >
            <option value="">{messages.chooseClient}</option>
          </select>
          <p id="impersonation-client-error" className={controls.fieldError} />
        </div>
        <p role="alert" className={controls.noticeFailure} />
        <p role="status" className={controls.notice} />
        <div className={controls.actions}>
          <button type="button" className={controls.button} data-closes>
            Отмена
          </button>
          <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
            Войти как клиент
          </button>
        </div>
      </form>
    </dialog>
  );
}
