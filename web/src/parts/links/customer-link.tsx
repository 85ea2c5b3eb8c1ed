import { TextLink } from "./text-link.tsx";

interface CustomerLinkProps {
  readonly id: string;
  readonly name: string | undefined;
}

/** The name of a customer in a list whose rows open something as well. */
export function CustomerLink({ id, name }: CustomerLinkProps) {
  return (
    <TextLink
      to="/$environment/customers/$id"
      params={{ id }}
      c="inherit"
      fw={500}
      size="sm"
      onClick={(event) => event.stopPropagation()}
    >
      {name || id}
    </TextLink>
  );
}
