import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { InvokeDeps } from "../../apps/actions/invoke.ts";
import { accountScopeOf } from "../../auth/guard.ts";
import { type Config, type ConfigView, presentConfig, skipsOptions } from "../schema.ts";
import { fillOptions } from "./fill-options.ts";

/** Wire form of a config with the options of its data sources, unless the request's header `disable_field_options` says not to. */
export async function answerConfig(
  deps: InvokeDeps,
  request: FastifyRequest,
  view: ConfigView,
): Promise<Static<typeof Config>> {
  const skip = skipsOptions(request);
  const filled = await fillOptions(deps, accountScopeOf(request), view, { skip });
  return presentConfig(filled.view, filled.errors);
}
