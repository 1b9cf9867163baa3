/** The saved views that the form of a rule offers. */

export type ViewOption = { id: number; name: string };

/** Adds the rule's own view, which may belong to another person. */
export function viewOptions(
  views: readonly ViewOption[],
  rule: { viewId: number; view: string | null } | null,
): readonly ViewOption[] {
  const isOther = rule !== null && rule.view !== null && !views.some(({ id }) => id === rule.viewId);
  return isOther ? [...views, { id: rule.viewId, name: rule.view ?? '' }] : views;
}
