import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { getAccountScope } from "../../auth/guard.ts";
import { type Config, type ConfigView, presentConfig, shouldSkipOptions } from "../schema.ts";
import { fetchConfigOptions } from "./fill-options.ts";
import type { OptionDeps } from "./look-up-options.ts";

/**
 * Wire form of a config with the options of its data sources, unless the request's header `disable_field_options`
 * excludes them.
 */
export async function presentConfigWithOptions(
  deps: OptionDeps,
  request: FastifyRequest,
  view: ConfigView,
): Promise<Static<typeof Config>> {
  const skip = shouldSkipOptions(request);
  const filled = await fetchConfigOptions(deps, getAccountScope(request), view, { skip });
  return presentConfig(filled.view, filled.errors);
}
