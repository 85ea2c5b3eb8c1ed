import { useNavigate, useSearch } from "@tanstack/react-router";

/** The filters of a page: they are in the URL, so that every view can be linked. All are texts. */
export type Filters = Readonly<Record<string, string | undefined>>;

/**
 * The filters with these names in the URL, and how to change some of them; undefined removes one. `clear` removes all,
 * and is undefined if there are none.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const filters = Object.fromEntries(names.map((name) => [name, search[name] || undefined])) as {
    readonly [N in Name]?: string;
  };
  const change = (changes: { readonly [N in Name]?: string | undefined }) =>
    navigate({ to: ".", search: (before: object) => given({ ...before, ...changes }), replace: true });
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])) as typeof filters);
  const isFiltered = names.some((name) => filters[name] !== undefined);
  return { filters, change, clear: isFiltered ? clear : undefined };
}

/** The search part of a URL without empty values. */
export function given(search: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
