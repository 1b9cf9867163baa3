/** The page from which a sign-out goes on to a provider: browsers do not let the form itself redirect to its address. */
import controls from '../../client/styles/controls.module.css';
import * as messages from '../../shared/messages.ts';
import { sendPage } from '../render/send-page.tsx';
import type { RequestContext } from '../session/request-context.ts';

export function sendSignOut(context: RequestContext, address: string): void {
  sendPage(context, {
    route: { name: null, path: context.request.path, title: messages.signOutTitle, description: '' },
    refresh: `0; url=${address}`,
    main: (
      <div className={`${controls.card} ${controls.form}`}>
        <p>{messages.signedOutHere}</p>
        <a href={address} className={`${controls.button} ${controls.buttonPrimary}`}>
          {messages.continueSignOut}
        </a>
      </div>
    ),
  });
}
