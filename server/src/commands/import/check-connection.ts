import type { FindApplication, ImportApplication } from "./applications.ts";
import type { ImportedConnection } from "./import-row.ts";

/** What would have the server refuse a connection, as far as that can be said without its provider; undefined: nothing. */
export async function findConnectionProblem(
  { application: slug, auth_type, credentials }: ImportedConnection,
  findApplication: FindApplication,
): Promise<string | undefined> {
  const application = await findApplication(slug);
  if (application === undefined) return `There is no application ${slug}.`;
  const { name, isEnabled, isOwn, hasOAuth2, keyFields } = application;
  if (!isEnabled) return `${name} is not enabled in this environment.`;
  if (isOwn) return `${name} is your own application: its tokens cannot be migrated.`;
  const hasTokens = "access_token" in credentials || "refresh_token" in credentials;
  const isOAuth2 = auth_type === undefined ? hasOAuth2 && (hasTokens || !keyFields) : auth_type === "oauth2";
  if (isOAuth2) return hasOAuth2 ? undefined : `${name} is connected with a key, not with OAuth2.`;
  return findMissing(application, credentials);
}

function findMissing(
  { name, keyFields }: ImportApplication,
  credentials: ImportedConnection["credentials"],
): string | undefined {
  if (keyFields === undefined) return `${name} is connected with OAuth2, not with a key.`;
  const missing = keyFields.required.filter((field) => !credentials[field]);
  return missing.length === 0 ? undefined : `credentials of ${name} lack ${missing.join(", ")}.`;
}
