import "./connect-element.ts";
import type { DetailedHTMLProps } from "react";
import type { ConnectEventMap, JunctorConnectElement } from "./connect-element.ts";

/** The attributes of `<junctor-connect>`; `docs/portal.md` says what they mean. */
export type ConnectAttributes = {
  [Name in
    | "token"
    | "base-url"
    | "application"
    | "accent"
    | "background"
    | "radius"
    | "font"
    | "scheme"
    | "label"]?: string;
};

/** React 19 listens to events of custom elements by `on` plus their exact names. */
export type ConnectListeners = {
  [Name in keyof ConnectEventMap as `on${Name}`]?: (event: ConnectEventMap[Name]) => void;
};

// An entry of its own, because without React this module does not exist (D473).
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "junctor-connect": DetailedHTMLProps<HTMLAttributes<JunctorConnectElement>, JunctorConnectElement> &
        ConnectAttributes &
        ConnectListeners;
    }
  }
}
