import { Avatar } from "@mantine/core";
import classes from "./application-icon.module.css";
import { useApplications } from "./use-building-blocks.ts";

interface ApplicationIconProps {
  readonly slug: string;
  /** Its initials replace a missing icon. */
  readonly name: string;
  readonly size?: number;
  /** Its path, for an application that the environment does not have. */
  readonly url?: string;
}

/** The icon of an application; decorative, because its name is next to it. */
export function ApplicationIcon({ slug, name, size = 20, url }: ApplicationIconProps) {
  const known = useApplications(url === undefined).find((one) => one.slug === slug)?.icon_url;
  const icon = url ?? known;
  return (
    <Avatar
      src={icon || null}
      name={icon ? undefined : name}
      alt=""
      size={size}
      radius="sm"
      color="gray"
      aria-hidden
      className={icon ? classes.icon : undefined}
    />
  );
}
