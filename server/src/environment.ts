import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { findNearName } from "./platform/near-name.ts";
import { OTHER_VARIABLES, SETTINGS } from "./settings.ts";

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * The settings' texts, by name: those of the environment, of the files that it names for secrets, or the defaults.
 * Throws ConfigError for what is no setting, and for a secret with two sources; the result throws it for a secret's file
 * that cannot be used.
 */
export function openEnvironment(environment: NodeJS.ProcessEnv): (name: string) => string {
  refuseUnknown(environment);
  refuseTwoSources(environment);
  return (name) => {
    const setting = SETTINGS.find((one) => one.name === name);
    const given = environment[name]?.trim() || (setting?.isSecret && readSecretFile(name, environment));
    return given || (setting?.fallback ?? "");
  };
}

// Kubernetes sets such variables in every container for each service of the namespace, including one called
// junctor.
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** A misspelt setting must not be ignored: it may be the one that locks others out. */
function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const known = [
    ...SETTINGS.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])),
    ...OTHER_VARIABLES,
  ];
  for (const [name, value = ""] of Object.entries(environment)) {
    if (!name.startsWith("JUNCTOR_") || known.includes(name)) continue;
    if (OF_KUBERNETES.test(name) || SERVICE_ADDRESS.test(value)) continue;
    const bare = name.slice("JUNCTOR_".length);
    const near = known.includes(bare) ? bare : findNearName(name, known);
    const advice = near ? `did you mean ${near}?` : "docs/configuration.md lists all.";
    throw new ConfigError(`${name} is not a Junctor setting: ${advice}`);
  }
}

/** One of the two would be ignored, and nobody could tell which. */
function refuseTwoSources(environment: NodeJS.ProcessEnv): void {
  for (const { name } of SETTINGS.filter(({ isSecret }) => isSecret))
    if (environment[name]?.trim() && environment[`${name}_FILE`]?.trim())
      throw new ConfigError(`${name} and ${name}_FILE are both set: keep one.`);
}

const MOST_SECRET_BYTES = 64 * 1024;

/** What the file of `NAME_FILE` has; undefined without that variable. */
function readSecretFile(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const path = environment[`${name}_FILE`]?.trim();
  if (!path) return undefined;
  let bytes: Buffer;
  try {
    bytes = readStart(path, MOST_SECRET_BYTES + 1);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new ConfigError(`${name}_FILE must name a file that can be read, not "${path}" (${code}).`);
  }
  if (bytes.length > MOST_SECRET_BYTES)
    throw new ConfigError(`${name}_FILE names "${path}", which has more than 64 KiB.`);
  if (!isUtf8(bytes)) throw new ConfigError(`${name}_FILE names "${path}", which is not UTF-8 text.`);
  const text = bytes.toString("utf8").trim();
  if (text === "") throw new ConfigError(`${name}_FILE names "${path}", which is empty.`);
  return text;
}

/** The first bytes of a file, which may be endless, such as a device. */
function readStart(path: string, most: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(most);
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read)
      read = readSync(file, bytes, length, most - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
