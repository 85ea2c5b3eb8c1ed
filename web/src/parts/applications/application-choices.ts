interface Choosable {
  readonly slug: string;
  readonly name: string;
}

/** Applications as the choices of a select; those that share a name are told apart by their slugs. */
export function toApplicationChoices(applications: readonly Choosable[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { name } of applications) counts.set(name, (counts.get(name) ?? 0) + 1);
  return applications.map(({ slug, name }) => ({
    value: slug,
    label: (counts.get(name) ?? 0) > 1 ? `${name} (${slug})` : name,
  }));
}
