import { useNavigate, useSearch } from "@tanstack/react-router";

/** The filters of a page: they stand in the address, so that every view can be linked. All are texts. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** The filters of the address that have these names, and how to change some of them; undefined takes one away. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const filters = Object.fromEntries(names.map((name) => [name, search[name] || undefined])) as {
    readonly [N in Name]?: string;
  };
  const change = (changes: { readonly [N in Name]?: string | undefined }) =>
    navigate({ to: ".", search: (before: object) => given({ ...before, ...changes }), replace: true });
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])) as typeof filters);
  return { filters, change, clear, isFiltered: names.some((name) => filters[name] !== undefined) };
}

/** The search of an address without what is empty. */
export function given(search: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
