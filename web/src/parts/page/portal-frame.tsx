import { Skeleton } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { BRANDING } from "../../words/settings/branding.ts";
import classes from "./portal-frame.module.css";

interface PortalFrameProps {
  readonly html: string | undefined;
  /** Width of the window that the page is laid out for, in pixels; it is scaled down if there is less room. */
  readonly width: number;
  readonly height: number;
}

/** A page of the portal as the server renders it; nothing in it runs, submits, or navigates. */
export function PortalFrame({ html, width, height }: PortalFrameProps) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 0 : Math.min(1, room / width);
  return (
    <div ref={ref}>
      <div className={classes.stage} style={{ height: height * scale }}>
        {html === undefined ? (
          <Skeleton height="100%" />
        ) : (
          <div style={{ width: width * scale }}>
            <iframe
              sandbox=""
              srcDoc={html}
              title={BRANDING.frame}
              className={classes.frame}
              style={{ width, height, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
    </div>
  );
}
