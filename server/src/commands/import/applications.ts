import { JunctorError } from "../../../../sdk/src/http/error.ts";
import type { Target } from "../target.ts";

/** An application of the environment, as far as an import must know it. */
export interface ImportApplication {
  readonly slug: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Of the organization's own applications no tokens are imported. */
  readonly isOwn: boolean;
  /** The names of the fields that connecting by a key takes, the required ones first; undefined: there is no key. */
  readonly keyFields?: { readonly required: readonly string[]; readonly optional: readonly string[] };
  readonly hasOAuth2: boolean;
}

/** The applications that rows name, each asked for once; undefined if the environment has none of this slug. */
export type FindApplication = (slug: string) => Promise<ImportApplication | undefined>;

/** Creates the function that finds applications of an environment by their slugs. */
export function createApplicationFinder(target: Target): FindApplication {
  const found = new Map<string, Promise<ImportApplication | undefined>>();
  return (slug) => {
    const known = found.get(slug);
    if (known) return known;
    const asked = readApplication(target, slug);
    found.set(slug, asked);
    return asked;
  };
}

async function readApplication({ send }: Target, slug: string): Promise<ImportApplication | undefined> {
  try {
    const path = { slug };
    const settings = await send("get", "/api/v2/public/application/{slug}/settings", { path });
    const { oauth2, keybased } = await send("get", "/api/v2/public/auth-structure/{slug}", { path });
    const names = Object.keys(keybased ?? {});
    const isRequired = (name: string) => typeof keybased?.[name] === "string";
    return {
      slug,
      name: settings.name,
      isEnabled: settings.enabled,
      isOwn: settings.kind === "custom",
      keyFields: keybased && {
        required: names.filter(isRequired),
        optional: names.filter((name) => !isRequired(name)),
      },
      hasOAuth2: oauth2 !== undefined,
    };
  } catch (error) {
    if (error instanceof JunctorError && error.status === 404) return undefined;
    throw error;
  }
}
