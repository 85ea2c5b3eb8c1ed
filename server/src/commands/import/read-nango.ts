import type { FindApplication, ImportApplication } from "./applications.ts";
import { ImportLineError, type ImportRow } from "./import-row.ts";

/** Which member of a Nango connection says the customer. */
export const NANGO_CUSTOMERS = ["end_user", "organization", "connection"] as const;

/** How connections of Nango become connections here. */
export interface NangoMapping {
  readonly customer: (typeof NANGO_CUSTOMERS)[number];
  /** Slugs of applications by Nango's integration ids. */
  readonly applications: ReadonlyMap<string, string>;
  /** Names of an application's fields by Nango's names. */
  readonly fields: ReadonlyMap<string, string>;
  readonly findApplication: FindApplication;
}

type Texts = Readonly<{ [name: string]: string }>;
type Members = Readonly<{ [name: string]: unknown }>;

// Nango's own names, and what it computes anew: a lifetime that a provider once said has long begun.
const NOT_FIELDS = ["type", "raw", "expires_in", "expires_at", "config_override"];

/**
 * The row of a connection as Nango's `GET /connections/{id}` returns it. Throws ImportLineError where it cannot become a
 * connection here.
 */
export async function readNangoConnection(connection: Members, mapping: NangoMapping): Promise<ImportRow> {
  const account = findCustomer(connection, mapping.customer);
  const application = await findApplicationOf(connection, mapping);
  const credentials = toMembers(connection.credentials);
  const config = rename(toTexts(connection.connection_config), mapping);
  return {
    ...account,
    application: application.slug,
    ...readCredentials(credentials, { application, config, mapping }),
  };
}

function findCustomer(
  { connection_id: id, end_user, tags }: Members,
  customer: NangoMapping["customer"],
): Pick<ImportRow, "linked_account_id" | "name"> {
  const user = toTexts(end_user);
  const organization = toTexts(toMembers(end_user).organization);
  const tag = toTexts(tags);
  const found = {
    end_user: [user.id ?? tag.end_user_id, user.display_name ?? tag.end_user_display_name],
    organization: [
      organization.id ?? tag.organization_id,
      organization.display_name ?? tag.organization_display_name,
    ],
    connection: [typeof id === "string" ? id : undefined, undefined],
  } as const;
  const [account, name] = found[customer];
  if (account !== undefined) return { linked_account_id: account, ...(name !== undefined && { name }) };
  const others = NANGO_CUSTOMERS.filter((one) => found[one][0] !== undefined);
  throw new ImportLineError(
    `The connection names no customer by ${customer}${others.length > 0 ? `; it does by ${others.join(", ")}: choose with --customer` : ""}.`,
  );
}

async function findApplicationOf(
  { provider_config_key: key, provider }: Members,
  { applications, findApplication }: NangoMapping,
): Promise<ImportApplication> {
  if (typeof key !== "string")
    throw new ImportLineError("provider_config_key is missing: this is no connection of Nango.");
  const mapped = applications.get(key);
  const slugs = mapped === undefined ? [key, ...(typeof provider === "string" ? [provider] : [])] : [mapped];
  for (const slug of slugs) {
    const application = await findApplication(slug);
    if (application !== undefined) return application;
  }
  throw new ImportLineError(
    mapped === undefined
      ? `There is no application ${slugs.join(" or ")}: name it with --application ${key}=SLUG.`
      : `There is no application ${mapped}.`,
  );
}

interface CredentialPlace {
  readonly application: ImportApplication;
  /** What the provider needs besides the credential, such as a subdomain. */
  readonly config: Texts;
  readonly mapping: NangoMapping;
}

function readCredentials(
  credentials: Members,
  place: CredentialPlace,
): Pick<ImportRow, "auth_type" | "credentials"> {
  const { config, mapping } = place;
  const own = toTexts(credentials);
  switch (credentials.type) {
    case "OAUTH2": {
      const expires: Texts =
        typeof credentials.expires_at === "string" ? { expires_at: credentials.expires_at } : {};
      const raw = rename(toTexts(credentials.raw), mapping);
      return { auth_type: "oauth2", credentials: { ...raw, ...config, ...rename(own, mapping), ...expires } };
    }
    case "OAUTH2_CC":
      return {
        credentials: {
          ...config,
          ...rename({ client_id: own.client_id, client_secret: own.client_secret }, mapping),
        },
      };
    case "API_KEY":
      return { auth_type: "keybased", credentials: { ...config, ...placeKey(own, place) } };
    case "BASIC":
      return { auth_type: "keybased", credentials: { ...config, ...rename(own, mapping) } };
    default:
      throw new ImportLineError(
        `Credentials of Nango's type ${String(credentials.type)} cannot be imported.`,
      );
  }
}

/** Nango has one name for every API key; applications name theirs. */
function placeKey(
  { apiKey, api_key: key = apiKey }: Texts,
  { application, config, mapping }: CredentialPlace,
): Texts {
  if (key === undefined) throw new ImportLineError("credentials.apiKey is missing.");
  const named = mapping.fields.get("apiKey");
  if (named !== undefined) return { [named]: key };
  const { required = [], optional = [] } = application.keyFields ?? {};
  const open = required.filter((name) => !Object.hasOwn(config, name));
  if (open.length === 1) return { [open[0] as string]: key };
  if (application.keyFields === undefined)
    throw new ImportLineError(`${application.name} is not connected by a key.`);
  throw new ImportLineError(
    `Which field of ${application.name} is the API key? It has ${[...required, ...optional].join(", ")}: choose with --field apiKey=NAME.`,
  );
}

function rename(texts: Readonly<{ [name: string]: string | undefined }>, { fields }: NangoMapping): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[fields.get(name) ?? name, value]],
    ),
  );
}

/** The members that are text or numbers, without those that mean something else here. */
function toTexts(value: unknown): Texts {
  return Object.fromEntries(
    Object.entries(toMembers(value)).flatMap(([name, one]) =>
      NOT_FIELDS.includes(name) || (typeof one !== "string" && typeof one !== "number")
        ? []
        : [[name, String(one)]],
    ),
  );
}

function toMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
