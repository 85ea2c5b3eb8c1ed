import * as icons from "simple-icons";
import type { IconReader } from "../server/src/apps/directory/compile-directory.ts";

const all = Object.values(icons).filter((icon) => "slug" in icon);
const marks = new Map(all.map(({ slug, path, hex }) => [slug, { path, hex }]));

/** Reads an icon of Simple Icons by its slug. */
export const readIcon: IconReader = (slug) => marks.get(slug);
