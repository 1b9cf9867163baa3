/** Calls beyond the specified ones: owners of a client manage its people, and invited people set a password. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { invitationFields, personFields } from '../../../shared/api/people.ts';
import { hourMs } from '../../../shared/durations.ts';
import * as messages from '../../../shared/messages.ts';
import { clientRoles } from '../../../shared/roles.ts';
import { invitationMs } from '../../../shared/rules/limits.ts';
import { loginError, personNameError, personTextMax } from '../../../shared/rules/person.ts';
import { AppError, conflict, forbidden, unknownId } from '../../platform/app-error.ts';
import { hashPassword, hashSecret } from '../../platform/password-hash.ts';
import { accountKey } from '../../platform/sign-in-key.ts';
import { onAccess } from '../http/access.ts';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import { given, idQuery, plainText, queryInteger, requiredMessages, rule, text } from '../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion, seenVersion } from '../http/versioned.ts';
import { type ClientIdentity, personTitle } from '../rules/account.ts';
import { integer, presenterOf } from '../rules/reply-values.ts';
import type { ClientRow } from '../store/clients.ts';
import { type Invitation, type PersonChanged, type PersonRow, toIdentity } from '../store/people.ts';
import type { Session } from '../store/session-tokens.ts';
import type { Resources } from '../store/store.ts';
import { newPassword, refuseOwnName } from './auth/schemas.ts';

const name = v.pipe(text(personTextMax), rule(personNameError));
const role = v.picklist(clientRoles);
const required = requiredMessages({ Name: messages.enterName, Login: messages.enterLogin });

const invitationBody = v.object(
  {
    Name: name,
    Role: role,
    MayExport: v.optional(v.boolean(), false),
    Login: v.pipe(text(personTextMax), v.transform(accountKey), rule(loginError)),
  },
  required,
);
/** Missing fields stay unchanged. */
const changeBody = v.object({
  Name: v.optional(name),
  Role: v.optional(role),
  MayExport: v.optional(v.boolean()),
  Version: seenVersion,
});
/** `MailedTo`: the address to which the link was also sent. */
const tokenReply = v.strictObject({ PersonID: integer, Token: v.string(), MailedTo: v.optional(v.string()) });

const toPerson = (
  { personId: id, isActive: active, invitedUntil, ...person }: PersonRow,
  secondFactor: boolean,
  now: number,
) => ({
  ...person,
  id,
  active,
  secondFactor,
  invitedUntil: invitedUntil !== null && invitedUntil > now ? invitedUntil : null,
});

const presentPerson = presenterOf(personFields);

async function presentLocked({ secondFactors }: Resources, person: PersonRow, now: number) {
  const withFactor = await secondFactors.peopleOf(person.clientId);
  return presentPerson(toPerson(person, withFactor.includes(person.personId), now));
}

/** Presents the client's own account, which is also an owner. */
const toOwner = (
  { clientId: login, name, exportAccess }: ClientRow,
  state: { active: boolean; secondFactor: boolean; signedInAt: number | null },
) => ({
  ...({ id: 0, name, login, role: 'owner', mayExport: exportAccess === 'allowed', ...state } as const),
  disabled: false,
  invitedUntil: null,
  version: null,
});

/** Throws a 403 when local sign-in is off, because the password that a link sets would be of no use. */
function requireInvitations({ config }: Pick<Context, 'config'>): void {
  if (!config.LOCAL_SIGN_IN) throw forbidden(messages.invitationsOff);
}

function newInvitation({ config, now }: Pick<Context, 'config' | 'now'>): { token: string; invitation: Invitation } {
  requireInvitations({ config });
  const token = randomBytes(32).toString('base64url');
  return { token, invitation: { hash: hashSecret(token), until: now + invitationMs } };
}

/**
 * The maximum number of links that one author may mail within an hour. They are limited because the receivers have not asked
 * for them.
 */
export const mailedLinksPerHour = 100;

/** The owner sees every link, even if it is not mailed. Call it after the link was recorded, so that it counts. */
async function mailLink({ store, sendInvitation, by, now }: Context, token: string) {
  if (!sendInvitation || !by) return {};
  if ((await store.journal.countRecent(by, 'person-invited', hourMs)) > mailedLinksPerHour) return {};
  const invited = await store.people.findInvited(hashSecret(token), now);
  return invited && (await sendInvitation(invited, token, now)) ? { MailedTo: invited.login } : {};
}

function requireDone(changed: PersonChanged): void {
  if (changed === 'unknown') throw unknownId();
  if (changed === 'last-owner') throw conflict(messages.lastOwner);
  if (changed === 'of-directory') throw conflict(messages.personOfDirectory);
}

type Changing = Context & { viewer: ClientIdentity; session: Session; query: { id: number } };

/** A change of the author's own rights keeps the session. */
const accessOptionsOf = ({ viewer, session, query, config }: Changing) => ({
  keeps: viewer.person?.personId === query.id ? session.id : null,
  localSignIn: config.LOCAL_SIGN_IN,
});

async function changePerson(
  context: Changing,
  apply: (people: Resources['people'], clientId: string, personId: number) => Promise<PersonChanged>,
): Promise<void> {
  const { viewer, query, log } = context;
  const { clientId } = viewer;
  const personId = query.id;
  await onAccess(context, [], async ({ people }) => requireDone(await apply(people, clientId, personId)));
  log.info({ client: clientId, person: personId }, 'person changed');
}

const unknownInvitation = () => new AppError(404, messages.badInvitation);

export const people = [
  endpoint('GET', '/vknf/people', 'client-owner', {
    summary: 'The people of the client by name, after the client’s own account',
    keyScope: null,
    reply: pageOf('people', personFields),
    handle: async ({ store, viewer: { clientId }, now }) => {
      const client = existing(await store.clients.get(clientId, now));
      const own = { type: 'client', clientId } as const;
      const account = toOwner(client, {
        active: (await store.passwords.find(own)) !== null,
        secondFactor: (await store.secondFactors.find(own)) !== null,
        signedInAt: await store.clients.accountSignedInAt(clientId),
      });
      const withFactor = new Set(await store.secondFactors.peopleOf(clientId));
      const rows = (await store.people.list(clientId)).map((person) =>
        toPerson(person, withFactor.has(person.personId), now),
      );
      return [account, ...rows];
    },
  }),
  endpoint('POST', '/vknf/people/invite', 'client-owner', {
    summary: 'Adds a person. Returns the token of a link that sets the password, valid once and for 7 days',
    body: invitationBody,
    reply: tokenReply,
    status: 201,
    onAccess: true,
    handle: async ({ body, viewer: { clientId }, ...context }) => {
      const { config, by } = context;
      const fields = { name: body.Name, login: body.Login, role: body.Role, mayExport: body.MayExport };
      const { token, invitation } = newInvitation(context);
      const max = config.LIMIT_PEOPLE;
      const personId = await onAccess(context, ['names'], async ({ directory, people }) => {
        if (await directory.isTaken(fields.login, null)) throw conflict(messages.loginTaken, { code: 'login-taken' });
        if (!(await people.hasRoom(clientId, max))) throw conflict(messages.tooManyPeople(max));
        return people.invite(clientId, fields, invitation, by);
      });
      if (personId === null) throw conflict(messages.loginTaken, { code: 'login-taken' });
      return { PersonID: personId, Token: token, ...(await mailLink(context, token)) };
    },
  }),
  endpoint('POST', '/vknf/people/renew', 'client-owner', {
    summary: 'Returns the token of a new link that sets the password. Earlier links are no longer valid',
    query: idQuery,
    reply: tokenReply,
    onAccess: true,
    handle: async ({ query: { id }, viewer: { clientId }, ...context }) => {
      const { token, invitation } = newInvitation(context);
      await onAccess(context, [], async ({ people }) =>
        requireDone(await people.renew(clientId, id, invitation, context.by)),
      );
      return { PersonID: id, Token: token, ...(await mailLink(context, token)) };
    },
  }),
  endpoint('POST', '/vknf/people/update', 'client-owner', {
    summary:
      'Changes the given fields. Another role or right to export ends the person’s sessions. With Version, 409 if the person ' +
      'has another one: somebody has changed it since',
    query: idQuery,
    body: changeBody,
    onAccess: true,
    handle: async ({ body, ...context }) => {
      const { viewer, query, now, by, log } = context;
      const { clientId } = viewer;
      const fields = given({ name: body.Name, role: body.Role, mayExport: body.MayExport });
      await onAccess(context, [], async (resources) => {
        const { people } = resources;
        await changeVersioned(context, resources, {
          row: await people.lock(clientId, query.id),
          isDone: hasAll(fields),
          isSeen: isVersion(body.Version),
          present: (person) => presentLocked(resources, person, now),
          async apply() {
            requireDone(await people.update(clientId, query.id, fields, by, accessOptionsOf(context)));
            return people.lock(clientId, query.id);
          },
        });
      });
      log.info({ client: clientId, person: query.id }, 'person changed');
    },
  }),
  endpoint('POST', '/vknf/people/disable', 'client-owner', {
    summary: 'Disables a person, whose sessions and links end, or enables one again',
    query: idQuery,
    body: v.object({ Disabled: v.boolean() }),
    onAccess: true,
    handle: ({ body: { Disabled: disabled }, ...context }) =>
      changePerson(context, (store, ...person) =>
        store.setDisabled(...person, disabled, context.by, accessOptionsOf(context)),
      ),
  }),
  endpoint('POST', '/vknf/people/delete', 'client-owner', {
    summary: 'Deletes a person with their marks, mutes and saved filters, and ends their sessions and links',
    query: idQuery,
    onAccess: true,
    handle: (context) =>
      changePerson(context, (store, ...person) => store.delete(...person, context.by, accessOptionsOf(context))),
  }),
  endpoint('POST', '/vknf/people/second-factor/reset', 'client-owner', {
    summary:
      'Removes the second factor of a person, for example of a lost device, and ends their sessions. The ID 0 is the client’s own ' +
      'account, for administrators who act as the client',
    query: v.object({ id: v.pipe(queryInteger, v.minValue(0)) }),
    onAccess: true,
    handle: async ({ viewer: { clientId, person: own }, query: { id }, ...context }) => {
      const { session, by } = context;
      // To disable their own second factor, people use the password or a code.
      if (id === (own?.personId ?? 0) && !session.impersonation) throw forbidden();
      if (id === 0 && !session.impersonation) throw unknownId();
      await onAccess(context, [], async ({ access, people, secondFactors }) => {
        const person =
          id === 0 ? null : existing((await people.list(clientId)).find(({ personId }) => personId === id));
        const owner: ClientIdentity = { type: 'client', clientId, ...(person && { person }) };
        existing(await secondFactors.remove(owner, 'second-factor-reset', by));
        await access.revoke(owner, { keeps: null, parts: [], by });
      });
    },
  }),
  endpoint('GET', '/server/invitation', 'public', {
    summary: 'Whom an invitation is for',
    query: v.object({ token: plainText }),
    reply: invitationFields,
    handle: async ({ store, config, now, query: { token } }) => {
      requireInvitations({ config });
      const invited = await store.people.findInvited(hashSecret(token), now);
      if (!invited) throw unknownInvitation();
      return invited;
    },
  }),
  endpoint('POST', '/server/invitation/accept', 'public', {
    summary: 'Sets the password of an invited person, whose sessions end',
    body: v.object(
      { Token: plainText, Password: newPassword },
      requiredMessages({ Password: messages.passwordTooShort }),
    ),
    onAccess: true,
    handle: async ({ body: { Token, Password }, ...context }) => {
      const { store, address, now, log } = context;
      requireInvitations(context);
      const hash = hashSecret(Token);
      const invited = await store.people.findInvited(hash, now);
      if (!invited) throw unknownInvitation();
      refuseOwnName(Password, [invited.login, invited.name, invited.clientId]);
      const by = { who: personTitle(invited), onBehalfOf: invited.clientId, address, at: now };
      const passwordHash = await hashPassword(Password);
      await onAccess(context, [toIdentity(invited)], async ({ people }) => {
        if (!(await people.accept(hash, passwordHash, by))) throw unknownInvitation();
      });
      log.info({ client: invited.clientId, person: invited.personId }, 'invitation accepted');
    },
  }),
];
