import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../platform/page.ts";
import type { Action } from "../connector.ts";
import { type Application, listApplications } from "./application.ts";

/** An action and its application. */
export interface FoundAction {
  readonly application: Application;
  readonly action: Action;
}

/**
 * A page of the actions of all enabled applications that have every word of `search` in their names, descriptions or
 * those of their application: first those with all words in their own name, then those that also need the
 * application's.
 */
export async function findActions(
  deps: Pick<Deps, "db" | "catalog" | "log">,
  scope: Scope,
  search: string,
  { offset, limit }: Page,
): Promise<{ found: FoundAction[]; total: number }> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = (await listApplications(deps, scope))
    .filter(({ enabled }) => enabled)
    .flatMap((application) =>
      application.connector.info.actions.map((action) => ({
        application,
        action,
        rank: rankOf(application, action, words),
      })),
    )
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank);
  return { found: all.slice(offset, offset + limit), total: all.length };
}

const NOT_FOUND = 3;

function rankOf(
  { connector: { info } }: Application,
  { id, title, description }: Action,
  words: readonly string[],
): number {
  const name = title.toLowerCase();
  const whole = `${name} ${id} ${info.name} ${info.slug}`.toLowerCase();
  const texts = [name, whole, `${whole} ${description.toLowerCase()}`];
  const rank = texts.findIndex((text) => words.every((word) => text.includes(word)));
  return rank < 0 ? NOT_FOUND : rank;
}
