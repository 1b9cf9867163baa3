/** Sign-on by the headers of a reverse proxy. The console has checked that they come from the proxy. */
import * as messages from '../../../../shared/messages.ts';
import { forbidden } from '../../../platform/app-error.ts';
import type { Assertion } from '../../../platform/assertion.ts';
import { accountKey, addressKey } from '../../../platform/sign-in-key.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { Directory, DirectoryAccount } from '../../rules/directory.ts';
import { presentUser, user } from '../auth/schemas.ts';
import { signOn } from './sign-on.ts';

/** The proxy provides no other identity than the login. */
const accountOf = ({ login, name, groups }: Exclude<Assertion, 'foreign'>): DirectoryAccount => ({
  source: 'header',
  subject: accountKey(login),
  login,
  name,
  groups,
});

/** A refresh request also has the headers. Without them, or with another person's, a new sign-in is needed. */
export const headerDirectory: Directory = {
  async recheck({ subject, asserted }) {
    const account = asserted === null || asserted === 'foreign' ? null : accountOf(asserted);
    return account?.subject === subject ? account : 'over';
  },
};

export const headerCalls = [
  endpoint('POST', '/server/auth/header', 'public', {
    summary: 'Signs in the visitor whom a reverse proxy names to the console (SSO_HEADER)',
    reply: user,
    allowsReadOnly: true,
    onAccess: true,
    handle: async (context) => {
      const { asserted, store, address, now } = context;
      if (asserted === 'foreign') {
        const by = { who: messages.unknownName, onBehalfOf: null, address, at: now };
        await store.journal.refuse({ by, reason: 'foreign-header', source: `header ${addressKey(address)}` });
      }
      if (asserted === null || asserted === 'foreign') throw forbidden(messages.foreignHeader);
      return presentUser(await signOn(context, accountOf(asserted)));
    },
  }),
];
