const ACTION = /^(?:([a-z0-9-]+)\/)?([A-Za-z0-9_-]+)$/;

/**
 * The action that a node's `action` names: `<action>` of the workflow's application, or `<application>/<action>`;
 * undefined if it names none. `slug` is null if the workflow has no application.
 */
export function parseActionName(
  action: string,
  workflowSlug: string | null,
): { slug: string | null; actionId: string } | undefined {
  const [, slug = workflowSlug, actionId] = ACTION.exec(action) ?? [];
  return actionId === undefined ? undefined : { slug, actionId };
}
