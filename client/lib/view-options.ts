/** The saved views that a rule may have. */

export type ViewOption = { id: number; name: string };

/** Also the rule's own view, which may be another person's. */
export function viewOptions(
  views: readonly ViewOption[],
  rule: { viewId: number; view: string | null } | null,
): readonly ViewOption[] {
  const isOther = rule !== null && rule.view !== null && !views.some(({ id }) => id === rule.viewId);
  return isOther ? [...views, { id: rule.viewId, name: rule.view ?? '' }] : views;
}
