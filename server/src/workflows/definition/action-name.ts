const ACTION = /^(?:([a-z0-9-]+)\/)?([A-Za-z0-9_-]+)$/;

/** What a node's `action` names: an action of the workflow's application, or `<application>/<action>`; undefined where it names none. `slug` is null where the workflow has no application. */
export function parseActionName(
  action: string,
  workflowSlug: string | null,
): { slug: string | null; actionId: string } | undefined {
  const [, slug = workflowSlug, actionId] = ACTION.exec(action) ?? [];
  return actionId === undefined ? undefined : { slug, actionId };
}
