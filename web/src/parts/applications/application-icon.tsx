import { Avatar } from "@mantine/core";
import classes from "./application-icon.module.css";
import { useApplications } from "./use-building-blocks.ts";

interface ApplicationIconProps {
  readonly slug: string;
  /** Its initials replace a missing icon. */
  readonly name: string;
  readonly size?: number;
}

/** The icon of an application; decorative, because its name is next to it. */
export function ApplicationIcon({ slug, name, size = 20 }: ApplicationIconProps) {
  const icon = useApplications().find((one) => one.slug === slug)?.icon_url;
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
