/**
 * The page of a card: its content, its form, and its errors when the subject is missing, or the backend refuses or fails.
 */
import type { ComponentType, ReactNode } from 'react';
import { FailureNotice } from '../../../client/components/form-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import { pathOf } from '../../../shared/routes.ts';
import { BackendError, isFault, RefusedError } from '../../backend-link/backend-client.ts';
import type { PageInput } from '../../session/page-input.ts';
import { type FormField, type LoadedContent, type LoadedPage, refusalOf } from '../page.tsx';
import { ErrorView } from '../simple-views.tsx';

/** A form that changed nothing: `conflict` with somebody else's change, or refused. */
export type Submitted = { field: FormField; conflict: boolean };
/** The last form, which the page shows as it was typed. */
export type Typed = { typed: Submitted | null };

type Card<Content extends object> = {
  page: 'owner-card' | 'word-card' | 'work';
  className: string | undefined;
  /** Null for an address without a card. */
  idOf: (input: PageInput) => number | null;
  /** Null for a subject without a card. */
  load: (input: PageInput, id: number) => Promise<Content | null>;
  title: (content: Content) => string;
  View: ComponentType<Content & Typed>;
  /** Shown instead of a card that failed to load. */
  failure: string;
  /** The form posts to the address of the card. */
  form: {
    /** Returns the text of a conflict: the page then shows the form as it was typed. */
    send: (input: PageInput, id: number, field: FormField) => Promise<string | null>;
    failureOf: (input: PageInput) => string;
    /**
     * After a success of some forms the address has `parameter`, so that a reload shows the text and does not send the form again.
     */
    success?: { parameter: string; text: string; isShown: (input: PageInput) => boolean };
  };
};

/** `address`: the page without the typed values. */
const ConflictNotice = ({ text, address }: { text: string; address: string }) => (
  <>
    <FailureNotice text={text} />
    <p>
      <a href={address}>Оставить чужое</a>
    </p>
  </>
);

/** The value of `parameter`. */
const done = 'requested';

/** The page is missing if the subject does not exist or belongs to another client. */
export function cardPage<Content extends object>(card: Card<Content>): LoadedPage {
  const { page, className, idOf, load, title, View, failure, form } = card;
  const { success } = form;
  /** `notice`: the result of the form. */
  async function show(
    input: PageInput,
    notice: ReactNode,
    typed: Submitted | null = null,
  ): Promise<LoadedContent | null> {
    const id = idOf(input);
    if (id === null) return null;
    try {
      const content = await load(input, id);
      if (content === null) return null;
      const main = (
        <div className={className}>
          {notice}
          <View {...content} typed={typed} />
        </div>
      );
      return { status: typed?.conflict ? 409 : 200, title: title(content), main };
    } catch (error) {
      if (error instanceof RefusedError && (error.status === 404 || error.status === 403)) return null;
      if (error instanceof BackendError)
        return { status: isFault(error) ? 503 : 200, main: <ErrorView text={failure} /> };
      throw error;
    }
  }
  return {
    load: (input) =>
      show(
        input,
        success && input.query[success.parameter] === done && (
          <p role="status" className={controls.notice}>
            {success.text}
          </p>
        ),
      ),
    async submit(input, field) {
      const id = idOf(input);
      if (id === null) return null;
      const address = input.basePath + pathOf(page).replace('{id}', String(id));
      try {
        const conflict = await form.send(input, id, field);
        if (conflict !== null)
          return show(input, <ConflictNotice text={conflict} address={address} />, { field, conflict: true });
      } catch (error) {
        const { message } = refusalOf(error, form.failureOf(input));
        return show(input, <FailureNotice text={message} />, { field, conflict: false });
      }
      return address + (success?.isShown(input) ? `?${success.parameter}=${done}` : '');
    },
  };
}
