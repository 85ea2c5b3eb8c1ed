import { ConfigError } from "./environment.ts";

/** How commands reach a server over its API. */
export interface ClientSettings {
  /** Without a trailing slash; undefined: none is set. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  /** Where the command was typed: npm runs it in the folder of the package. */
  readonly folder: string;
}

/** Throws ConfigError with one sentence that repeats no key. */
export function readClientSettings(
  value: (name: string) => string,
  environment: NodeJS.ProcessEnv,
  readBaseUrl: (name: string, text: string) => string,
): ClientSettings {
  const [url, apiKey] = [value("JUNCTOR_URL"), value("JUNCTOR_API_KEY")];
  if (apiKey && !/^[tp]k[\x21-\x7e]{18,198}$/.test(apiKey))
    throw new ConfigError('JUNCTOR_API_KEY must be an API key, which begins with "tk" or "pk".');
  return {
    url: url ? readBaseUrl("JUNCTOR_URL", url) : undefined,
    apiKey: apiKey || undefined,
    folder: (environment.npm_package_name === "junctor" && environment.INIT_CWD) || process.cwd(),
  };
}
