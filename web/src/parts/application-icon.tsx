import { Avatar } from "@mantine/core";
import { useRead } from "../api/use-api.ts";
import classes from "./application-icon.module.css";

interface ApplicationIconProps {
  readonly slug: string;
  /** Its initials stand in where it has no icon. */
  readonly name: string;
  readonly size?: number;
}

/** The icon of an application; decoration, because its name stands beside it. */
export function ApplicationIcon({ slug, name, size = 20 }: ApplicationIconProps) {
  const { data: catalogue = [] } = useRead("/api/v2/public/application/all", {});
  const icon = catalogue.find((one) => one.slug === slug)?.icon_url;
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
