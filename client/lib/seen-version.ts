/** The version of a row that the author of a form has seen, in a field of the form, so that drafts keep it. */

export const versionName = 'version';

const fieldOf = (form: HTMLFormElement) => form.elements.namedItem(versionName) as HTMLInputElement;

/** Null with a backend that has no versions, which gets all fields. */
export const seenVersion = (form: HTMLFormElement): number | null => Number(fieldOf(form).value) || null;

/** The form's author has made or accepted this version. */
export function setSeenVersion(form: HTMLFormElement, version: number | null): void {
  fieldOf(form).value = String(version ?? '');
}

/** A field removes surrounding spaces, and carriage returns. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/**
 * The entered texts that differ from those the form was opened with; all of them without a version. Fields of a group are sent
 * together.
 */
export function changedTexts<Name extends string>(
  form: HTMLFormElement,
  opened: Readonly<Record<Name, string>>,
  entered: Readonly<Record<Name, string>>,
  groups: readonly (readonly Name[])[] = [],
): Partial<Record<Name, string>> {
  const names = Object.keys(entered) as Name[];
  const isWhole = seenVersion(form) === null;
  const isChanged = (name: Name): boolean => isWhole || plain(entered[name]) !== plain(opened[name]);
  const isSent = (name: Name): boolean =>
    isChanged(name) || groups.some((group) => group.includes(name) && group.some(isChanged));
  return Object.fromEntries(names.filter(isSent).map((name) => [name, entered[name]])) as Partial<Record<Name, string>>;
}
