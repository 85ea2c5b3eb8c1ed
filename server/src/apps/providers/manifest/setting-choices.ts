import type { SettingChoices } from "../../connector-auth.ts";
import type { Manifest } from "./schema/manifest-schema.ts";

/** The values that a manifest offers for its settings, by the setting's name. */
export function listSettingChoices({ settings = [] }: Manifest): SettingChoices {
  return Object.fromEntries(
    settings.flatMap(({ name, options }) =>
      options === undefined ? [] : [[name, options.map(({ value }) => value)]],
    ),
  );
}
